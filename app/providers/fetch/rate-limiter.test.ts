import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProviderError } from "../provider-error";
import { RateLimiter } from "./rate-limiter.server";

const signal = new AbortController().signal;

function limiterWith(maxConcurrent: number, maxPerMinute: number, speed = 1): RateLimiter {
  const limiter = new RateLimiter(speed);
  limiter.configure("serper", { maxConcurrent, maxPerMinute });
  return limiter;
}

/** Calls that run until the test finishes them. */
function callsOf(limiter: RateLimiter, service: string) {
  const underWay: (() => void)[] = [];
  let begun = 0;
  const call = (by = signal) =>
    limiter.of(service)(() => {
      begun += 1;
      return new Promise<void>((resolve) => {
        underWay.push(resolve);
      });
    }, by);
  return { call, underWay, begun: () => begun };
}

describe("limits of a service", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("hold back calls until a running one ends", async () => {
    const limiter = limiterWith(2, 600);
    const { call, underWay, begun } = callsOf(limiter, "serper");
    const calls = [call(), call(), call()];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun()).toBe(2);
    limiter.configure("serper", { maxConcurrent: 3, maxPerMinute: 600 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun()).toBe(3);
    for (const finish of underWay) finish();
    await Promise.all(calls);
  });

  it.each([1, 20, 90, 240])(
    "allow %i calls in any minute, and use all of them",
    async (maxPerMinute) => {
      const limiter = limiterWith(20, maxPerMinute);
      const begun: number[] = [];
      const calls = Array.from({ length: 2 * maxPerMinute + 2 }, () =>
        limiter.of("serper")(async () => void begun.push(Date.now()), new AbortController().signal),
      );
      await vi.advanceTimersByTimeAsync(240_000);
      await Promise.all(calls);
      const most = Math.max(
        ...begun.map((from) => begun.filter((at) => at >= from && at - from < 60_000).length),
      );
      // The calls of one second may fall on either edge of the minute.
      expect(most).toBeLessThanOrEqual(maxPerMinute + Math.max(1, Math.floor(maxPerMinute / 60)));
      expect(most).toBeGreaterThanOrEqual(maxPerMinute);
    },
  );

  it("start no more than a second's share in any second", async () => {
    const limiter = limiterWith(10, 240);
    const begun: number[] = [];
    const call = () =>
      limiter.of("serper")(async () => void begun.push(Date.now()), new AbortController().signal);
    const first = call();
    await vi.advanceTimersByTimeAsync(900);
    const others = Array.from({ length: 20 }, call);
    await vi.advanceTimersByTimeAsync(20_000);
    await Promise.all([first, ...others]);
    for (const from of begun) {
      expect(begun.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(4);
    }
  });

  it.each([
    ["a day back", -86_400_000],
    ["a day forward", 86_400_000],
  ])("hold when the clock is set %s", async (_, by) => {
    const limiter = limiterWith(5, 60);
    const call = () => limiter.of("serper")(async () => performance.now(), signal);
    const first = await call();
    vi.setSystemTime(Date.now() + by);
    const others = Promise.all([call(), call()]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await others).map((at) => at - first)).toEqual([1_000, 2_000]);
  });

  it("hold while a new rate is set", async () => {
    const limiter = limiterWith(5, 60);
    const call = () => limiter.of("serper")(async () => performance.now(), signal);
    const first = await call();
    limiter.configure("serper", { maxConcurrent: 5, maxPerMinute: 30 });
    const others = Promise.all([call(), call()]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect((await others).map((at) => at - first)).toEqual([1_000, 3_000]);
  });

  it("are halved by each 429, and recover with each answer", async () => {
    const limiter = limiterWith(1, 60);
    const refused = new ProviderError("Serper", "rate_limited", { status: 429 });
    for (let n = 0; n < 3; n += 1) {
      void limiter
        .of("serper")(() => Promise.reject(refused), signal)
        .catch(() => {});
      await vi.advanceTimersByTimeAsync(10_000);
    }
    let begun = 0;
    const calls = Array.from({ length: 400 }, () =>
      limiter.of("serper")(async () => {
        begun += 1;
      }, signal),
    );
    const beginIn = async (ms: number) => {
      const before = begun;
      await vi.advanceTimersByTimeAsync(ms);
      return begun - before;
    };
    expect(await beginIn(20_000)).toBeLessThan(8);
    await beginIn(180_000);
    expect(await beginIn(20_000)).toBeGreaterThanOrEqual(19);
    await vi.advanceTimersByTimeAsync(400_000);
    await Promise.all(calls);
  });
});

it("applies a service's requested wait to all its callers", async () => {
  const limiter = limiterWith(3, 60_000);
  const busy = new ProviderError("Serper", "rate_limited", { retryAfterMs: 150 });
  const start = Date.now();
  const refused = limiter.of("serper")(() => Promise.reject(busy), signal);
  await expect(refused).rejects.toBe(busy);
  const stop = new AbortController();
  const stopped = limiter.of("serper")(async () => 0, stop.signal);
  const waited = limiter.of("serper")(async () => Date.now() - start, signal);
  stop.abort(new Error("gestoppt"));
  await expect(stopped).rejects.toThrow();
  expect(Date.now() - start).toBeLessThan(140);
  expect(await waited).toBeGreaterThanOrEqual(149);
});

it("holds back queued calls too, and starts those with a waiting user first", async () => {
  const limiter = limiterWith(1, 60_000);
  const busy = new ProviderError("Serper", "rate_limited", { retryAfterMs: 150 });
  const start = Date.now();
  const turns: string[] = [];
  const turn = (name: string, isAwaited = false) =>
    limiter.of("serper")(async () => void turns.push(name), signal, isAwaited);
  const refused = limiter.of("serper")(() => Promise.reject(busy), signal);
  const queued = [turn("of a job"), turn("of another job"), turn("of a person", true)];
  await expect(refused).rejects.toBe(busy);
  await Promise.all(queued);
  expect(Date.now() - start).toBeGreaterThanOrEqual(149);
  expect(turns[0]).toBe("of a person");
});

it("drops a queued call of a stopped job", async () => {
  const limiter = limiterWith(1, 600);
  const { call, underWay, begun } = callsOf(limiter, "serper");
  const first = call();
  const stop = new AbortController();
  const second = call(stop.signal);
  stop.abort(new Error("gestoppt"));
  await expect(second).rejects.toThrow("gestoppt");
  underWay[0]?.();
  await first;
  expect(begun()).toBe(1);
});
