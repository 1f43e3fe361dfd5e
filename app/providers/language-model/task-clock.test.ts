import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { secondsOf, TaskClock } from "./task-clock";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the time of a task", () => {
  it("runs from the question on where somebody waits", () => {
    const clock = new TaskClock(30_000, { countsQueue: true });
    clock.enterQueue();
    vi.advanceTimersByTime(29_999);
    expect([clock.signal.aborted, clock.remainingMs]).toEqual([false, 1]);
    vi.advanceTimersByTime(1);
    expect([clock.signal.aborted, clock.remainingMs]).toEqual([true, 0]);
  });

  it("of a job runs from its first call on", () => {
    const clock = new TaskClock(30_000, { countsQueue: false });
    clock.enterQueue();
    vi.advanceTimersByTime(100_000);
    expect([clock.signal.aborted, clock.remainingMs]).toEqual([false, 30_000]);
    clock.start();
    vi.advanceTimersByTime(30_000);
    expect(clock.signal.aborted).toBe(true);
  });

  it("is one for all questions and tries", () => {
    const clock = new TaskClock(30_000, { countsQueue: false });
    for (const _ of [1, 2, 3]) {
      clock.enterQueue();
      clock.start();
      vi.advanceTimersByTime(10_000);
    }
    expect(clock.signal.aborted).toBe(true);
  });

  it("is nearly over when a tenth is left", () => {
    const clock = new TaskClock(30_000, { countsQueue: true });
    expect(clock.isNearlyOver).toBe(false);
    clock.enterQueue();
    vi.advanceTimersByTime(27_000);
    expect(clock.isNearlyOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(clock.isNearlyOver).toBe(true);
  });

  it("can be shortened, and not lengthened", () => {
    const short = new TaskClock(30_000, { countsQueue: true });
    short.enterQueue(1_000);
    vi.advanceTimersByTime(1_000);
    expect([short.limitMs, short.signal.aborted]).toEqual([1_000, true]);
    const long = new TaskClock(30_000, { countsQueue: true });
    long.enterQueue(90_000);
    expect(long.limitMs).toBe(30_000);
  });
});

it.each([
  [1_001, "2 Sekunden"],
  [20_000, "20 Sekunden"],
  [30_000, "30 Sekunden"],
])("%i ms are told as %s", (limitMs, words) => {
  expect(secondsOf(limitMs)).toBe(words);
});
