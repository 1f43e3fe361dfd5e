import { expect } from "vitest";
import { it } from "~tests/store";
import { findProviderLimits, getMonthlyCeiling, saveProviderLimits } from "./provider-limits";

const LIMITS = {
  provider: "serper",
  maxConcurrent: 2,
  maxPerMinute: 30,
  monthlyCeiling: 100,
  updatedAt: 1,
  updatedBy: "anna",
};

it("knows no ceiling where none was set", async ({ db }) => {
  expect(await getMonthlyCeiling(db, "serper")).toBeNull();
  await saveProviderLimits(db, { ...LIMITS, monthlyCeiling: null });
  expect(await getMonthlyCeiling(db, "serper")).toBeNull();
});

it("keeps the limits of each provider, the last ones that were saved", async ({ db }) => {
  await saveProviderLimits(db, LIMITS);
  await saveProviderLimits(db, { ...LIMITS, provider: "vayne", monthlyCeiling: 5 });
  const changed = {
    ...LIMITS,
    maxConcurrent: 3,
    maxPerMinute: 40,
    monthlyCeiling: 200,
    updatedAt: 2,
    updatedBy: "bert",
  };
  await saveProviderLimits(db, changed);
  expect(await getMonthlyCeiling(db, "serper")).toBe(200);
  expect(await getMonthlyCeiling(db, "vayne")).toBe(5);
  const rows = await findProviderLimits(db);
  expect(rows.find(({ provider }) => provider === "serper")).toEqual(changed);
  expect(rows).toHaveLength(2);
});
