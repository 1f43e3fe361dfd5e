import { expect, it } from "vitest";
import { saveProviderLimits } from "~db/queries/provider-limits";
import { addUsage } from "~db/queries/provider-usage";
import { NOON, openTestStore } from "~db/store.test-support";
import { findUsagePage, monthBefore } from "./monthly-usage.server";

const AT = { now: NOON, timeZone: "Europe/Berlin" };
const NOTHING = { calls: 0, billed: 0, credits: 0, saved: 0, ceiling: null };

it.each([
  ["2026-11", 0, "2026-11"],
  ["2026-11", 11, "2025-12"],
  ["2026-01", 1, "2025-12"],
  ["2026-03", 14, "2025-01"],
])("knows the month before %s by %i", (month, count, before) => {
  expect(monthBefore(month, count)).toBe(before);
});

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

it("sums the jobs of a month, with the ceiling of this one", async () => {
  const db = await openTestStore();
  const november = { month: "2026-11", provider: "serper" };
  await addUsage(db, { ...november, jobId: "a" }, { calls: 3, billed: 2, credits: 4 });
  await addUsage(db, { ...november, jobId: "b" }, { calls: 1, saved: 7 });
  const limits = { provider: "serper", maxConcurrent: 1, maxPerMinute: 1, monthlyCeiling: 10 };
  await saveProviderLimits(db, { ...limits, updatedAt: 1, updatedBy: "anna" });
  const { rows } = await findUsagePage(db, "kein Monat", AT);
  expect(rows.filter(({ calls }) => calls > 0)).toEqual(
    [{ ...november, name: "Serper", calls: 4, billed: 2, credits: 4, saved: 7, ceiling: 10 }].map(
      ({ month: _, ...row }) => row,
    ),
  );
});

it("shows another month, and those of the last twelve that had any use", async () => {
  const db = await openTestStore();
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

it("begins a month at midnight of the team", async () => {
  const now = Date.parse("2026-11-30T23:30:00Z");
  const db = await openTestStore();
  expect((await findUsagePage(db, null, { ...AT, now })).month).toBe("2026-12");
  expect((await findUsagePage(db, null, { now, timeZone: "UTC" })).month).toBe("2026-11");
});
