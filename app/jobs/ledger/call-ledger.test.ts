import { describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { recordQuestion } from "~db/queries/model-calls";
import { closeLostCalls } from "~db/queries/provider-calls";
import { findMonthlyUsage } from "~db/queries/provider-usage";
import { startRun } from "~tests/job-run";
import { it, NOON, setCeiling } from "~tests/store";
import { monthOf } from "../../format/iso-time";
import { firstRequestHook } from "../../providers/fetch/sending";
import { CallLedger, CeilingReachedError } from "./call-ledger.server";

const SERPER = { id: "serper", name: "Serper" };
const ledger = new CallLedger("Europe/Berlin");

function callsOf(db: Db) {
  return db
    .selectFrom("providerCalls")
    .select(["jobId", "provider", "step", "status", "creditsCharged", "answeredAt"])
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

async function usageOf(db: Db, provider = "serper") {
  const rows = await findMonthlyUsage(db, "2000-01");
  return rows.find((row) => row.provider === provider);
}

it.each([
  ["2026-11-30T22:59:59Z", "Europe/Berlin", "2026-11"],
  ["2026-11-30T23:00:00Z", "Europe/Berlin", "2026-12"],
  ["2026-06-30T22:00:00Z", "Europe/Berlin", "2026-07"],
  ["2026-11-30T23:00:00Z", "UTC", "2026-11"],
  ["2026-01-01T03:00:00Z", "America/New_York", "2025-12"],
])("puts %s in %s into %s", (at, timeZone, month) => {
  expect(monthOf(Date.parse(at), timeZone)).toBe(month);
});

/** As the app's HTTP client does: waits for its turn, then reports that it sends. */
async function leave(turn: Promise<unknown> = Promise.resolve()): Promise<string> {
  const note = firstRequestHook();
  await turn;
  await note?.();
  return "Antwort";
}

describe("a call", () => {
  it("is booked when it leaves, once for all its tries, and closed with what it cost", async ({
    db,
  }) => {
    const { run, job } = await startRun(db);
    let seen: unknown[] = [];
    const twice = async () => {
      await leave();
      await leave();
      seen = [await callsOf(db), await usageOf(db)];
      return "Antwort";
    };
    const { booked } = await ledger.make(run, SERPER, "page 1", twice);
    expect(seen).toMatchObject([
      [{ jobId: job.id, provider: "serper", step: "page 1", status: "sent" }],
      { calls: 1, billed: 0, credits: 0 },
    ]);
    await ledger.settle(db, booked, 2);
    const free = await ledger.make(run, SERPER, "page 2", leave);
    await ledger.settle(db, free.booked, 0);
    expect(await callsOf(db)).toMatchObject([
      { status: "answered", creditsCharged: 2, answeredAt: expect.any(Number) },
      { status: "answered", creditsCharged: 0, answeredAt: expect.any(Number) },
    ]);
    expect(await usageOf(db)).toMatchObject({ calls: 2, billed: 1, credits: 2, saved: 0 });
  });

  it("is billed to the month it was made in", async ({ db }) => {
    const { run } = await startRun(db);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-30T22:59:00Z") });
    try {
      const { booked } = await ledger.make(run, SERPER, "page 1", leave);
      vi.setSystemTime(Date.parse("2026-11-30T23:01:00Z"));
      await ledger.settle(db, booked, 1);
    } finally {
      vi.useRealTimers();
    }
    expect(await findMonthlyUsage(db, "2000-01")).toMatchObject([
      { month: "2026-11", calls: 1, billed: 1, credits: 1 },
    ]);
  });

  it("counts nothing where its run is stopped before its turn", async ({ db }) => {
    const { run } = await startRun(db);
    const stopped = ledger.make(run, SERPER, "page 1", () =>
      leave(Promise.reject(new Error("shutdown"))),
    );
    await expect(stopped).rejects.toThrow("shutdown");
    expect(await callsOf(db)).toEqual([]);
    expect(await usageOf(db)).toBeUndefined();
  });

  it("of a dead process is closed at the next start, and stays counted", async ({ db }) => {
    const { run } = await startRun(db);
    await ledger.make(run, SERPER, "page 1", leave);
    const question = { purpose: "outreach", model: "m", promptHash: "", promptBytes: 1 } as const;
    await recordQuestion(db, { ...question, jobId: null, id: "q", createdAt: NOON });
    await closeLostCalls(db);
    expect(await callsOf(db)).toMatchObject([{ status: "unknown" }]);
    const questions = await db.selectFrom("modelCalls").select("status").execute();
    expect(questions).toEqual([{ status: "unknown" }]);
    expect(await usageOf(db)).toMatchObject({ calls: 1 });
  });
});

it("counts questions that were answered from the store apart from calls", async ({ db }) => {
  const { job } = await startRun(db);
  await ledger.countSaved(db, job.id, "serper");
  await ledger.countSaved(db, job.id, "serper");
  expect(await usageOf(db)).toMatchObject({ calls: 0, billed: 0, saved: 2 });
  expect(await callsOf(db)).toEqual([]);
});

describe("a monthly ceiling", () => {
  it("stops the call that would pass it, of whichever job, and books nothing", async ({ db }) => {
    await setCeiling(db, "serper", 3);
    const { run } = await startRun(db);
    const { run: other } = await startRun(db);
    const made = await Promise.allSettled(
      Array.from({ length: 10 }, (_, page) =>
        ledger.make(page % 2 === 0 ? run : other, SERPER, `page ${page}`, leave),
      ),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await callsOf(db)).toHaveLength(3);
    expect(await usageOf(db)).toMatchObject({ calls: 3 });
    const refused = ledger.make(run, SERPER, "page 11", leave);
    await expect(refused).rejects.toThrow(CeilingReachedError);
    await expect(refused).rejects.toThrow(
      "Serper: Die Monatsgrenze von 3 Aufrufen ist erreicht; weitere wurden nicht gemacht.",
    );
  });
});
