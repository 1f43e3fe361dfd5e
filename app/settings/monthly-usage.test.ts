import { expect } from "vitest";
import type { Db } from "~db/client";
import { recordIntendedQuestion, settleQuestion } from "~db/queries/model-calls";
import { saveProviderLimits } from "~db/queries/provider-limits";
import { addUsage } from "~db/queries/provider-usage";
import { it, NOON, nextId, openTestStore } from "~tests/store";
import { findUsagePage } from "./monthly-usage.server";

const AT = { now: NOON, timeZone: "Europe/Berlin" };
const NOTHING = { calls: 0, billed: 0, credits: 0, saved: 0, ceiling: null };
const IN_CREDITS = { cost: null };

it("shows every service where nothing was used yet", async () => {
  const page = await findUsagePage(await openTestStore(), null, AT);
  expect(page.month).toBe("2026-11");
  expect(page.months).toEqual(["2026-11"]);
  expect(page.rows.map(({ name }) => name)).toEqual([
    "Google Places",
    "Serper",
    "Anymailfinder",
    "Vayne",
    "OpenAI",
  ]);
  for (const row of page.rows) expect(row).toMatchObject(NOTHING);
});

it("sums the jobs of a month, with the ceiling of this one", async ({ db }) => {
  const november = { month: "2026-11", provider: "serper" };
  await addUsage(db, { ...november, jobId: "a" }, { calls: 3, billed: 2, credits: 4 });
  await addUsage(db, { ...november, jobId: "b" }, { calls: 1, saved: 7 });
  const limits = { provider: "serper", maxConcurrent: 1, maxPerMinute: 1, monthlyCeiling: 10 };
  await saveProviderLimits(db, { ...limits, updatedAt: 1, updatedBy: "anna" });
  const { rows } = await findUsagePage(db, "kein Monat", AT);
  expect(rows.filter(({ calls }) => calls > 0)).toEqual(
    [
      {
        ...november,
        ...IN_CREDITS,
        name: "Serper",
        calls: 4,
        billed: 2,
        credits: 4,
        saved: 7,
        ceiling: 10,
      },
    ].map(({ month: _, ...row }) => row),
  );
});

it("shows another month, and those of the last twelve that had any use", async ({ db }) => {
  for (const month of ["2025-11", "2025-12", "2026-09"])
    await addUsage(db, { month, provider: "serper", jobId: month }, { calls: 5 });
  await addUsage(db, { month: "2026-09", provider: "altdienst", jobId: "x" }, { calls: 1 });
  const limits = { provider: "serper", maxConcurrent: 1, maxPerMinute: 1, monthlyCeiling: 10 };
  await saveProviderLimits(db, { ...limits, updatedAt: 1, updatedBy: "anna" });
  const page = await findUsagePage(db, "2026-09", AT);
  expect(page.month).toBe("2026-09");
  expect(page.months).toEqual(["2026-11", "2026-09", "2025-12"]);
  expect(page.rows.find(({ provider }) => provider === "serper")).toMatchObject({
    calls: 5,
    ceiling: null,
  });
  expect(page.rows.at(-1)).toMatchObject({ name: "altdienst", calls: 1, ceiling: null });
  expect((await findUsagePage(db, "2025-11", AT)).month).toBe("2026-11");
});

/** Books a question to the model at a time; one without a cost, known or not, is not answered. */
async function addQuestion(db: Db, at: string, cost?: number | null) {
  const id = nextId("question");
  const createdAt = Date.parse(at);
  const prompt = { promptHash: "ab".repeat(32), promptBytes: 9 };
  const call = { purpose: "outreach", model: "m", jobId: null } as const;
  await recordIntendedQuestion(db, { id, ...call, ...prompt, createdAt });
  if (cost === undefined) return;
  const tokens = { promptTokens: 100, completionTokens: 20 };
  await settleQuestion(db, id, { status: "answered", ...tokens, cost, answeredAt: createdAt });
}

it("counts tokens of the language model, with what they cost in the month", async ({ db }) => {
  await addQuestion(db, "2026-10-31T22:59:59Z", 8);
  await addQuestion(db, "2026-10-31T23:00:00Z", 0.25);
  await addQuestion(db, "2026-11-30T22:59:59Z", 0.5);
  await addQuestion(db, "2026-11-20T11:00:00Z", null);
  await addQuestion(db, "2026-11-20T12:00:00Z");
  await addQuestion(db, "2026-11-30T23:00:00Z", 4);
  const november = { month: "2026-11", provider: "openai" };
  await addUsage(db, { ...november, jobId: "" }, { calls: 3, billed: 3, credits: 360 });
  await addUsage(db, { ...november, month: "2026-10", jobId: "" }, { calls: 1 });
  const rowOf = async (month: string | null) =>
    (await findUsagePage(db, month, AT)).rows.find(({ provider }) => provider === "openai");
  expect(await rowOf(null)).toMatchObject({
    calls: 3,
    credits: 360,
    cost: { cost: 0.75, unpriced: 1 },
  });
  expect(await rowOf("2026-10")).toMatchObject({ cost: { cost: 8, unpriced: 0 } });
});
