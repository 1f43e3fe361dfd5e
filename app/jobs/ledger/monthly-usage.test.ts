import { expect } from "vitest";
import { recordQuestion } from "~db/queries/model-calls";
import { saveProviderLimits } from "~db/queries/provider-limits";
import { addUsage } from "~db/queries/provider-usage";
import { it, NOON, openTestStore } from "~tests/store";
import { findUsagePage } from "./monthly-usage.server";

const AT = { now: NOON, timeZone: "Europe/Berlin" };

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
        cost: "unter 0,01\u00a0€",
        name: "Serper",
        calls: 4,
        billed: 2,
        credits: 4,
        saved: 7,
        limited: 4,
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

it.each([
  ["gpt-6-luna", "0,13\u00a0€"],
  ["gpt-6-luna-2026-09-22", "0,13\u00a0€"],
  ["gpt-6-luna-mini", null],
])("knows what tokens of %s cost: %s", async (model, cost) => {
  const db = openTestStore();
  const question = { purpose: "outreach", jobId: null, promptHash: "ab", promptBytes: 9 } as const;
  await recordQuestion(db, { ...question, id: "q", model, createdAt: NOON });
  const november = { month: "2026-11", provider: "openai", jobId: "" };
  await addUsage(db, november, { calls: 3, billed: 3, credits: 1_000_000 });
  const { rows } = await findUsagePage(db, null, AT);
  expect(rows.at(-1)).toMatchObject({ provider: "openai", credits: 1_000_000, cost });
});
