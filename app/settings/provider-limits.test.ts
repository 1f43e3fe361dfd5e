import { expect } from "vitest";
import { findProviderLimits } from "~db/queries/provider-limits";

import { it } from "~tests/store";
import { RateLimiter } from "../providers/fetch/rate-limiter.server";

import { type CallLimits, DEFAULT_LIMITS, SERVICES } from "../providers/services";
import { applyLimits, findLimits, saveLimits } from "./provider-limits.server";

/** A limiter that remembers what it was told last. */
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

it("goes back to the defaults", async ({ db }) => {
  const limiter = new WatchedLimiter(1);
  const all = { maxConcurrent: 1, maxPerMinute: 1, monthlyCeiling: 1 };
  const none = { maxConcurrent: null, maxPerMinute: null, monthlyCeiling: null };
  await saveLimits({ db, limiter }, "openai", all, BY);
  await saveLimits({ db, limiter }, "openai", none, BY);
  expect(limiter.limits.get("openai")).toEqual(DEFAULT_LIMITS.openai);
  expect((await findLimits(db)).get("openai")).toMatchObject(none);
});
