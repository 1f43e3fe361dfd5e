import { expect, it } from "vitest";
import { isDue } from "./backups.server";

it.each([
  ["before three o'clock", "2026-11-20T10:00", "2026-11-21T02:59", false],
  ["at three o'clock", "2026-11-20T10:00", "2026-11-21T03:00", true],
  ["after that night's", "2026-11-21T03:00:05", "2026-11-21T23:00", false],
  ["after a night that was missed", "2026-11-19T03:00:05", "2026-11-21T01:00", true],
  ["in the night in which clocks go on", "2026-03-28T03:01", "2026-03-29T03:00", true],
  ["in the night in which clocks go back", "2026-10-24T03:01", "2026-10-25T02:59", false],
  ["with a clock that was ahead", "2027-01-01T00:00", "2026-11-21T03:00", false],
])("knows whether a night went by, %s", (_name, since, now, expected) => {
  // Tests run in the team's time zone.
  expect(isDue(Date.parse(since), Date.parse(now), "Europe/Berlin")).toBe(expected);
});
