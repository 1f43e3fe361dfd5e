import { describe, expect, vi } from "vitest";
import type { Db } from "~db/client";
import { recordIntendedQuestion, settleQuestion } from "~db/queries/model-calls";
import { markCallSent } from "~db/queries/provider-calls";
import { addUsage, countMonthlyCalls, findMonthlyUsage } from "~db/queries/provider-usage";
import { startRun } from "~tests/job-run";
import { it, NOON, setCeiling, setJob } from "~tests/store";
import { monthOf } from "../../format/iso-time";
import { noteOfSending } from "../../providers/fetch/sending";
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

describe("a booked call", () => {
  it("counts before it is made", async ({ db }) => {
    const { run, job } = await startRun(db);
    const call = await ledger.book(run, SERPER, "page 1");
    expect(call).toMatchObject({ jobId: job.id, provider: "serper" });
    expect(await callsOf(db)).toMatchObject([
      { jobId: job.id, provider: "serper", step: "page 1", status: "intended" },
    ]);
    expect(await usageOf(db)).toMatchObject({ calls: 1, billed: 0, credits: 0 });
  });

  it("is closed with what it cost", async ({ db }) => {
    const { run } = await startRun(db);
    await ledger.settle(db, await ledger.book(run, SERPER, "page 1"), 2);
    await ledger.settle(db, await ledger.book(run, SERPER, "page 2"), 0);
    const calls = await callsOf(db);
    expect(calls).toMatchObject([
      { status: "answered", creditsCharged: 2, answeredAt: expect.any(Number) },
      { status: "answered", creditsCharged: 0, answeredAt: expect.any(Number) },
    ]);
    expect(await usageOf(db)).toMatchObject({ calls: 2, billed: 1, credits: 2, saved: 0 });
  });

  it("is billed to the month it was made in", async ({ db }) => {
    const { run } = await startRun(db);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-30T22:59:00Z") });
    try {
      const call = await ledger.book(run, SERPER, "page 1");
      vi.setSystemTime(Date.parse("2026-11-30T23:01:00Z"));
      await ledger.settle(db, call, 1);
    } finally {
      vi.useRealTimers();
    }
    expect(await findMonthlyUsage(db, "2000-01")).toMatchObject([
      { month: "2026-11", calls: 1, billed: 1, credits: 1 },
    ]);
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
    await setCeiling(db, "serper", 2);
    const { run } = await startRun(db);
    const { run: other } = await startRun(db);
    await ledger.book(run, SERPER, "page 1");
    await ledger.book(other, SERPER, "page 1");
    const refused = ledger.book(run, SERPER, "page 2");
    await expect(refused).rejects.toThrow(CeilingReachedError);
    await expect(refused).rejects.toThrow(
      "Serper: Die Monatsgrenze von 2 Aufrufen ist erreicht; weitere wurden nicht gemacht.",
    );
    expect(await callsOf(db)).toHaveLength(2);
    expect(await usageOf(db)).toMatchObject({ calls: 2 });
  });

  it("is passed by none of many calls at once", async ({ db }) => {
    await setCeiling(db, "serper", 3);
    const { run } = await startRun(db);
    const booked = await Promise.allSettled(
      Array.from({ length: 10 }, (_, page) => ledger.book(run, SERPER, `page ${page}`)),
    );
    expect(booked.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await usageOf(db)).toMatchObject({ calls: 3 });
  });
});

describe("a call that waits for its turn", () => {
  /** As the product's client does: waits, then says that the request leaves. */
  async function sent(turn: Promise<unknown>, answer: () => Promise<string>): Promise<string> {
    const note = noteOfSending();
    await turn;
    await note?.();
    return answer();
  }

  it("is sent from its turn on, once for all its tries", async ({ db }) => {
    const { run } = await startRun(db);
    let statuses: unknown[] = [];
    const call = async () => {
      await sent(Promise.resolve(), async () => "");
      return sent(Promise.resolve(), async () => {
        statuses = await callsOf(db);
        return "Antwort";
      });
    };
    await ledger.make(run, SERPER, "page 1", call);
    expect(statuses).toMatchObject([{ status: "sent" }]);
    expect(await usageOf(db)).toMatchObject({ calls: 1 });
  });

  it("counts no more where its run is stopped before", async ({ db }) => {
    const { run } = await startRun(db);
    const stopped = ledger.make(run, SERPER, "page 1", () =>
      sent(Promise.reject(new Error("shutdown")), async () => ""),
    );
    await expect(stopped).rejects.toThrow("shutdown");
    expect(await callsOf(db)).toEqual([]);
    expect(await usageOf(db)).toMatchObject({ calls: 0 });
  });

  it("is settled at the next start: sent or not, but for an order that a job remembers", async ({
    db,
  }) => {
    const { run } = await startRun(db);
    await ledger.book(run, SERPER, "page 1");
    const { id } = await ledger.book(run, SERPER, "page 2");
    await markCallSent(db, id);
    const order = await ledger.book(run, SERPER, "order");
    await setJob(db, run.job.id, { checkpoint: JSON.stringify({ booked: order }) });
    const question = { purpose: "outreach", model: "m", promptHash: "", promptBytes: 1 } as const;
    const month = monthOf(NOON, "Europe/Berlin");
    for (const [at, jobId] of [null, run.job.id, null].entries()) {
      await recordIntendedQuestion(db, { ...question, jobId, id: `q${at}`, createdAt: NOON });
      await addUsage(db, { month, provider: "openai", jobId: jobId ?? "" }, { calls: 1 });
    }
    await settleQuestion(db, "q2", { status: "sent" });
    for (let start = 0; start < 2; start += 1) {
      await ledger.settleLost(db, "openai");
      expect((await callsOf(db)).map(({ status }) => status).sort()).toEqual([
        "intended",
        "unknown",
      ]);
      const questions = await db.selectFrom("modelCalls").select(["id", "status"]).execute();
      expect(questions).toEqual([{ id: "q2", status: "unknown" }]);
      expect(await countMonthlyCalls(db, month, "openai")).toBe(1);
      expect(await countMonthlyCalls(db, monthOf(Date.now(), "Europe/Berlin"), "serper")).toBe(2);
    }
  });
});
