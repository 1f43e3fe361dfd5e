import { describe, expect, it } from "vitest";
import { createDateSerial } from "./sheet-encoder.server";

const berlin = createDateSerial("Europe/Berlin");

/** The serial of a wall-clock time, by another way: days between two UTC dates. */
function serialOf(wallClock: string): number {
  return (Date.parse(`${wallClock}Z`) - Date.parse("1899-12-30T00:00:00Z")) / 86_400_000;
}

describe("a date serial", () => {
  it("counts days as Excel does", () => {
    const utc = createDateSerial("UTC");
    expect(utc(Date.UTC(2000, 0, 1))).toBe(36_526);
    expect(utc(Date.UTC(2026, 10, 21, 12))).toBe(46_347.5);
  });

  it.each([
    ["2026-11-21T13:05:00Z", "2026-11-21T14:05:00"],
    ["2026-07-01T22:30:00Z", "2026-07-02T00:30:00"],
    ["2026-12-31T23:30:00Z", "2027-01-01T00:30:00"],
    // The night of 2026-03-29 jumps from 02:00 to 03:00, that of 2026-10-25 back from 03:00 to 02:00.
    ["2026-03-29T00:59:59Z", "2026-03-29T01:59:59"],
    ["2026-03-29T01:00:00Z", "2026-03-29T03:00:00"],
    ["2026-10-25T00:59:59Z", "2026-10-25T02:59:59"],
    ["2026-10-25T01:00:00Z", "2026-10-25T02:00:00"],
  ])("of %s is %s in Berlin", (instant, wallClock) => {
    expect(berlin(Date.parse(instant))).toBeCloseTo(serialOf(wallClock), 9);
  });

  it("is null where Excel has no date", () => {
    const utc = createDateSerial("UTC");
    expect(utc(Date.UTC(1900, 1, 28))).toBeNull();
    expect(utc(Date.UTC(1900, 2, 1))).toBe(61);
    expect(utc(Date.UTC(9999, 11, 31, 23, 59, 59))).not.toBeNull();
    expect(utc(Date.UTC(10_000, 0, 1))).toBeNull();
    expect(berlin(9e15)).toBeNull();
    expect(berlin(Number.NaN)).toBeNull();
  });
});
