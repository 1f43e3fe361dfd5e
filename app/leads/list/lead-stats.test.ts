import { describe, expect, it } from "vitest";
import { addLead, openTestStore } from "~tests/store";
import { getLeadStats } from "./lead-stats.server";

const BERLIN = "Europe/Berlin";

describe("the numbers of the store", () => {
  const week = [
    // The last moment before the seven days, and the first within.
    "2026-11-13T22:59:59.999Z",
    "2026-11-13T23:00:00Z",
    "2026-11-18T22:59:59.999Z",
    "2026-11-18T23:00:00Z",
    "2026-11-19T22:59:59.999Z",
    "2026-11-19T23:00:00Z",
    "2026-11-20T10:00:00Z",
  ];
  const atMidnight = ["2026-11-20T22:30:00Z"];
  const spring = [
    "2026-03-28T22:59:59Z",
    "2026-03-28T23:00:00Z",
    // 01:59 and, a moment later, 03:00.
    "2026-03-29T00:59:59Z",
    "2026-03-29T01:00:00Z",
    "2026-03-29T21:59:59Z",
    "2026-03-29T22:00:00Z",
  ];
  const autumn = [
    "2026-10-24T21:59:59Z",
    "2026-10-24T22:00:00Z",
    // 02:30 twice.
    "2026-10-25T00:30:00Z",
    "2026-10-25T01:30:00Z",
    "2026-10-25T22:59:59Z",
    "2026-10-25T23:00:00Z",
  ];
  const halfHour = ["2026-11-19T18:29:59Z", "2026-11-19T18:30:00Z"];
  const noon = "2026-11-20T11:00:00Z";

  it.each([
    ["each day from midnight to midnight", BERLIN, week, noon, [1, 0, 0, 0, 1, 2, 2]],
    ["today until midnight", BERLIN, atMidnight, "2026-11-20T22:59:59Z", [0, 0, 0, 0, 0, 0, 1]],
    [
      "a new day from midnight on",
      BERLIN,
      atMidnight,
      "2026-11-20T23:00:00Z",
      [0, 0, 0, 0, 0, 1, 0],
    ],
    ["a day of 23 hours", BERLIN, spring, "2026-03-30T10:00:00Z", [0, 0, 0, 0, 1, 4, 1]],
    ["a day of 25 hours", BERLIN, autumn, "2026-10-26T10:00:00Z", [0, 0, 0, 0, 1, 4, 1]],
    ["days of half hours", "Asia/Kolkata", halfHour, noon, [0, 0, 0, 0, 0, 1, 1]],
    ["days of quarter hours", "Asia/Kathmandu", halfHour, noon, [0, 0, 0, 0, 0, 0, 2]],
    ["nothing of a day to come", BERLIN, ["2026-11-21T11:00:00Z"], noon, [0, 0, 0, 0, 0, 0, 0]],
    ["days of Greenwich", "UTC", halfHour, noon, [0, 0, 0, 0, 0, 2, 0]],
  ])("count %s", async (_, zone, times, now, counts) => {
    const db = openTestStore();
    for (const [index, time] of times.entries()) {
      await addLead(db, { domain: `firma-${index}.de`, createdAt: Date.parse(time) });
    }
    const { total, newToday, sparkline } = await getLeadStats(db, zone, Date.parse(now));
    expect(sparkline.map(({ count }) => count)).toEqual(counts);
    expect([total, newToday]).toEqual([times.length, counts.at(-1)]);
  });
});
