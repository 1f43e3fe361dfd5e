import { expect } from "vitest";
import { it } from "~tests/store";
import { addUsage, countMonthlyCalls, findJobUsage, findMonthlyUsage } from "./provider-usage";

const NOTHING = { calls: 0, billed: 0, credits: 0, saved: 0 };

it("adds up what a job took of a provider in a month", async ({ db }) => {
  const where = { month: "2026-11", provider: "serper", jobId: "a" };
  await addUsage(db, where, { calls: 1 });
  await addUsage(db, where, { calls: 2, billed: 1, credits: 0.5 });
  await addUsage(db, where, { saved: 4, credits: 0.5 });
  expect(await findJobUsage(db, ["a"])).toEqual([
    { provider: "serper", calls: 3, billed: 1, credits: 1, saved: 4 },
  ]);
});

it("counts the calls of a month of all jobs, and of no other month or provider", async ({ db }) => {
  expect(await countMonthlyCalls(db, "2026-11", "serper")).toBe(0);
  for (const [month, provider, jobId] of [
    ["2026-11", "serper", "a"],
    ["2026-11", "serper", "b"],
    ["2026-10", "serper", "a"],
    ["2026-11", "vayne", "a"],
  ] as const)
    await addUsage(db, { month, provider, jobId }, { calls: 10 });
  expect(await countMonthlyCalls(db, "2026-11", "serper")).toBe(20);
});

it("sums jobs that belong together over providers and months", async ({ db }) => {
  for (const [month, provider, jobId] of [
    ["2026-11", "serper", "a"],
    ["2026-10", "serper", "b"],
    ["2026-11", "anymailfinder", "b"],
    ["2026-11", "serper", "c"],
  ] as const)
    await addUsage(db, { month, provider, jobId }, { calls: 1, saved: 2 });
  expect(await findJobUsage(db, ["a", "b"])).toEqual([
    { ...NOTHING, provider: "anymailfinder", calls: 1, saved: 2 },
    { ...NOTHING, provider: "serper", calls: 2, saved: 4 },
  ]);
  expect(await findJobUsage(db, ["x"])).toEqual([]);
  expect(await findJobUsage(db, [])).toEqual([]);
});

it("sums months, the newest first, from a month on", async ({ db }) => {
  for (const [month, provider, jobId] of [
    ["2025-12", "serper", "old"],
    ["2026-01", "serper", "a"],
    ["2026-11", "vayne", "b"],
    ["2026-11", "serper", "b"],
    ["2026-11", "serper", "c"],
  ] as const)
    await addUsage(db, { month, provider, jobId }, { calls: 1 });
  expect(await findMonthlyUsage(db, "2026-01")).toEqual([
    { ...NOTHING, month: "2026-11", provider: "serper", calls: 2 },
    { ...NOTHING, month: "2026-11", provider: "vayne", calls: 1 },
    { ...NOTHING, month: "2026-01", provider: "serper", calls: 1 },
  ]);
});
