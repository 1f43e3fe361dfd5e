import { describe, expect, it } from "vitest";
import type { Db } from "~db/client";
import { addLead, openTestStore } from "~tests/store";
import { getLeadStats } from "./lead-stats.server";

const BERLIN = "Europe/Berlin";

/** A store with a lead found at each of these times. */
async function storeOf(...times: string[]): Promise<Db> {
  const db = await openTestStore();
  for (const [index, time] of times.entries()) {
    await addLead(db, { domain: `firma-${index}.de`, createdAt: Date.parse(time) });
  }
  return db;
}

async function daysOf(db: Db, now: string, timeZone = BERLIN): Promise<[string, number][]> {
  const { sparkline } = await getLeadStats(db, timeZone, Date.parse(now));
  return sparkline.map(({ date, count }) => [date, count]);
}

describe("getLeadStats", () => {
  it("is all zeros for an empty store, with seven days up to today", async () => {
    const stats = await getLeadStats(await storeOf(), BERLIN, Date.parse("2026-03-02T11:00:00Z"));
    expect(stats).toEqual({
      total: 0,
      contacted: 0,
      favorites: 0,
      approved: 0,
      withEmail: 0,
      withPhone: 0,
      newToday: 0,
      sparkline: ["02-24", "02-25", "02-26", "02-27", "02-28", "03-01", "03-02"].map((day) => ({
        date: `2026-${day}`,
        count: 0,
      })),
    });
  });

  it("counts each lead under its day in Berlin, from midnight to midnight", async () => {
    const db = await storeOf(
      // The last moment before the seven days, and their first one.
      "2026-11-13T22:59:59.999Z",
      "2026-11-13T23:00:00Z",
      "2026-11-18T22:59:59.999Z",
      "2026-11-18T23:00:00Z",
      "2026-11-19T22:59:59.999Z",
      "2026-11-19T23:00:00Z",
      "2026-11-20T10:00:00Z",
    );
    const now = "2026-11-20T11:00:00Z";
    expect(await daysOf(db, now)).toEqual([
      ["2026-11-14", 1],
      ["2026-11-15", 0],
      ["2026-11-16", 0],
      ["2026-11-17", 0],
      ["2026-11-18", 1],
      ["2026-11-19", 2],
      ["2026-11-20", 2],
    ]);
    const stats = await getLeadStats(db, BERLIN, Date.parse(now));
    expect(stats.total).toBe(7);
    expect(stats.newToday).toBe(2);
  });

  it("begins a new day at midnight in Berlin", async () => {
    const db = await storeOf("2026-11-20T22:30:00Z");
    expect((await daysOf(db, "2026-11-20T22:59:59Z")).at(-1)).toEqual(["2026-11-20", 1]);
    expect((await daysOf(db, "2026-11-20T23:00:00Z")).slice(-2)).toEqual([
      ["2026-11-20", 1],
      ["2026-11-21", 0],
    ]);
  });

  it("gives the day on which clocks go forward its 23 hours", async () => {
    const db = await storeOf(
      "2026-03-28T22:59:59Z",
      "2026-03-28T23:00:00Z",
      // 01:59 and, a moment later, 03:00.
      "2026-03-29T00:59:59Z",
      "2026-03-29T01:00:00Z",
      "2026-03-29T21:59:59Z",
      "2026-03-29T22:00:00Z",
    );
    expect(await daysOf(db, "2026-03-30T10:00:00Z")).toEqual([
      ["2026-03-24", 0],
      ["2026-03-25", 0],
      ["2026-03-26", 0],
      ["2026-03-27", 0],
      ["2026-03-28", 1],
      ["2026-03-29", 4],
      ["2026-03-30", 1],
    ]);
  });

  it("gives the day on which clocks go back its 25 hours", async () => {
    const db = await storeOf(
      "2026-10-24T21:59:59Z",
      "2026-10-24T22:00:00Z",
      // 02:30 twice.
      "2026-10-25T00:30:00Z",
      "2026-10-25T01:30:00Z",
      "2026-10-25T22:59:59Z",
      "2026-10-25T23:00:00Z",
    );
    expect(await daysOf(db, "2026-10-26T10:00:00Z")).toEqual([
      ["2026-10-20", 0],
      ["2026-10-21", 0],
      ["2026-10-22", 0],
      ["2026-10-23", 0],
      ["2026-10-24", 1],
      ["2026-10-25", 4],
      ["2026-10-26", 1],
    ]);
  });

  it("has seven different days in every week of a year", async () => {
    const db = await storeOf();
    for (let week = 0; week < 53; week += 1) {
      const now = new Date(Date.parse("2026-01-01T22:45:00Z") + week * 7 * 86_400_000);
      const days = (await daysOf(db, now.toISOString())).map(([date]) => date);
      expect(new Set(days).size).toBe(7);
      expect(days).toEqual([...days].sort());
    }
  });

  it("has the days of other time zones, also of those with half and quarter hours", async () => {
    const db = await storeOf("2026-11-19T18:29:59Z", "2026-11-19T18:30:00Z");
    const lastTwo = async (zone: string) =>
      (await daysOf(db, "2026-11-20T11:00:00Z", zone)).slice(-2);
    expect(await lastTwo("Asia/Kolkata")).toEqual([
      ["2026-11-19", 1],
      ["2026-11-20", 1],
    ]);
    expect(await lastTwo("Asia/Kathmandu")).toEqual([
      ["2026-11-19", 0],
      ["2026-11-20", 2],
    ]);
    expect(await lastTwo("UTC")).toEqual([
      ["2026-11-19", 2],
      ["2026-11-20", 0],
    ]);
  });
});
