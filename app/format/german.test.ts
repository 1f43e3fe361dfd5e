import { describe, expect, it } from "vitest";
import { formatDateTime, formatDuration, formatRelative } from "./german";
import { workdayIn } from "./iso-time";

describe("formatDateTime", () => {
  it.each([
    ["2026-11-20T13:05:00Z", "20.11.2026, 14:05"],
    ["2026-07-01T22:30:00Z", "02.07.2026, 00:30"],
    ["2026-03-29T01:00:00Z", "29.03.2026, 03:00"],
    ["2026-10-25T01:30:00Z", "25.10.2026, 02:30"],
    ["2026-12-31T23:00:00.000Z", "01.01.2027, 00:00"],
  ])("writes %s as %s in Berlin", (iso, text) => {
    expect(formatDateTime(iso, "Europe/Berlin")).toBe(text);
  });

  it("follows the time zone it is given, not the machine's", () => {
    expect(formatDateTime("2026-11-20T13:05:00Z", "UTC")).toBe("20.11.2026, 13:05");
    expect(formatDateTime("2026-11-20T13:05:00Z", "America/New_York")).toBe("20.11.2026, 08:05");
  });
});

describe("formatRelative", () => {
  it.each([
    ["2026-11-20T12:00:05Z", "gerade eben"],
    ["2026-11-20T11:59:01Z", "gerade eben"],
    ["2026-11-20T11:01:00Z", "vor 59 Min."],
    ["2026-11-19T13:00:00Z", "vor 23 Std."],
    ["2026-11-19T12:00:00Z", "vor 1 Tag"],
    ["2026-11-14T11:00:00Z", "vor 6 Tagen"],
    ["2026-11-12T23:30:00Z", "13.11.2026"],
  ])("writes %s as %s", (iso, text) => {
    expect(formatRelative(iso, Date.parse("2026-11-20T12:00:00Z"), "Europe/Berlin")).toBe(text);
  });
});

describe("formatDuration", () => {
  it.each([
    [0, "0 Sek."],
    [-5_000, "0 Sek."],
    [499, "0 Sek."],
    [59_499, "59 Sek."],
    [59_500, "1 Min."],
    [75_000, "1 Min. 15 Sek."],
    [120_000, "2 Min."],
    [3_661_000, "61 Min. 1 Sek."],
  ])("writes %d ms as %s", (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});

it.each([
  ["2026-11-19T12:00:00Z", 1, "2026-11-20"],
  ["2026-11-20T12:00:00Z", 1, "2026-11-23"],
  ["2026-11-20T23:30:00Z", 1, "2026-11-23"],
  ["2026-11-20T12:00:00Z", 7, "2026-11-27"],
  ["2026-10-24T22:30:00Z", 7, "2026-11-02"],
])("%s and %i days is the working day %s", (now, days, day) => {
  expect(workdayIn(days, "Europe/Berlin", Date.parse(now))).toBe(day);
});
