import { describe, expect, it } from "vitest";
import { formatCount, formatDate, formatDateTime, formatDuration } from "./german";

describe("formatCount", () => {
  it.each([
    [0, "0 Leads"],
    [1, "1 Lead"],
    [2, "2 Leads"],
    [1_234, "1.234 Leads"],
  ])("writes %d with its word", (count, text) => {
    expect(formatCount(count, "Lead", "Leads")).toBe(text);
  });
});

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

describe("formatDate", () => {
  it("writes the day that it is in the time zone", () => {
    expect(formatDate("2026-11-20T23:30:00Z", "Europe/Berlin")).toBe("21.11.2026");
    expect(formatDate("2026-11-20T23:30:00Z", "UTC")).toBe("20.11.2026");
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
