import { expect } from "vitest";
import { findProviderLimits } from "~db/queries/provider-limits";
import { it } from "~tests/store";
import { RateLimiter } from "../providers/fetch/rate-limiter.server";
import { type CallLimits, DEFAULT_LIMITS, SERVICES } from "../providers/services";
import { applyLimits, findLimits, LimitsSchema, saveLimits } from "./provider-limits.server";

/** A limiter that keeps the limits last configured. */
class WatchedLimiter extends RateLimiter {
  readonly limits = new Map<string, CallLimits>();

  override configure(service: string, limits: CallLimits): void {
    this.limits.set(service, {
      maxConcurrent: limits.maxConcurrent,
      maxPerMinute: limits.maxPerMinute,
    });
    super.configure(service, limits);
  }
}

const BY = { actor: "anna", now: 1_000 };

it("begins with the defaults of all services", async ({ db }) => {
  const limiter = new WatchedLimiter(1);
  await applyLimits(db, limiter);
  expect(Object.fromEntries(limiter.limits)).toEqual(DEFAULT_LIMITS);
  const limits = await findLimits(db);
  expect([...limits.keys()]).toEqual([...SERVICES]);
  expect(limits.get("vayne")).toEqual({
    maxConcurrent: null,
    maxPerMinute: null,
    monthlyCeiling: null,
    defaults: DEFAULT_LIMITS.vayne,
  });
});

it("keeps what was chosen, and holds calls to it at once and after a start", async ({ db }) => {
  const limiter = new WatchedLimiter(1);
  const chosen = { maxConcurrent: 2, maxPerMinute: null, monthlyCeiling: 500 };
  await saveLimits({ db, limiter }, "serper", chosen, BY);
  const expected = { maxConcurrent: 2, maxPerMinute: DEFAULT_LIMITS.serper.maxPerMinute };
  expect(Object.fromEntries(limiter.limits)).toEqual({ serper: expected });
  expect((await findLimits(db)).get("serper")).toMatchObject(chosen);
  expect(await findProviderLimits(db)).toEqual([
    { provider: "serper", ...expected, monthlyCeiling: 500, updatedAt: 1_000, updatedBy: "anna" },
  ]);
  const next = new WatchedLimiter(1);
  await applyLimits(db, next);
  expect(Object.fromEntries(next.limits)).toEqual({ ...DEFAULT_LIMITS, serper: expected });
});

it.each([
  ["maxConcurrent", " 1 ", 1],
  ["maxConcurrent", "20", 20],
  ["maxPerMinute", "1.000", 1_000],
  ["maxPerMinute", "1000", 1_000],
  ["monthlyCeiling", "1", 1],
  ["monthlyCeiling", "1.000.000", 1_000_000],
] as const)("takes %s %j", (field, typed, value) => {
  expect(LimitsSchema.parse({ [field]: typed })).toMatchObject({ [field]: value });
});

it.each(["0", "-1", "1000001", "1,5", "1.5", "1.00", "1e2", "0x5", "viele", "9".repeat(40)])(
  "refuses %j with a sentence at each field",
  (typed) => {
    const all = { maxConcurrent: typed, maxPerMinute: typed, monthlyCeiling: typed };
    const { issues = [] } = LimitsSchema.safeParse(all).error ?? {};
    expect(issues.map(({ path, message }) => [path[0], message])).toEqual([
      ["maxConcurrent", "Eine ganze Zahl von 1 bis 20, oder leer."],
      ["maxPerMinute", "Eine ganze Zahl von 1 bis 1.000, oder leer."],
      ["monthlyCeiling", "Eine ganze Zahl von 1 bis 1.000.000, oder leer."],
    ]);
  },
);
