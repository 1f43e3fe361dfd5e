import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Deadline } from "./deadline";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the time of a task", () => {
  it("starts with the question if a user waits", () => {
    const deadline = new Deadline(30_000, { countsQueue: true });
    deadline.enterQueue();
    vi.advanceTimersByTime(29_999);
    expect([deadline.signal.aborted, deadline.remainingMs]).toEqual([false, 1]);
    vi.advanceTimersByTime(1);
    expect([deadline.signal.aborted, deadline.remainingMs]).toEqual([true, 0]);
  });

  it("of a job starts with its first call", () => {
    const deadline = new Deadline(30_000, { countsQueue: false });
    deadline.enterQueue();
    vi.advanceTimersByTime(100_000);
    expect([deadline.signal.aborted, deadline.remainingMs]).toEqual([false, 30_000]);
    deadline.start();
    vi.advanceTimersByTime(30_000);
    expect(deadline.signal.aborted).toBe(true);
  });

  it("is nearly over when a tenth is left", () => {
    const deadline = new Deadline(30_000, { countsQueue: true });
    expect(deadline.isNearlyOver).toBe(false);
    deadline.enterQueue();
    vi.advanceTimersByTime(27_000);
    expect(deadline.isNearlyOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadline.isNearlyOver).toBe(true);
  });

  it("can be shortened, but not extended", () => {
    const short = new Deadline(30_000, { countsQueue: true });
    short.enterQueue(1_000);
    vi.advanceTimersByTime(1_000);
    expect([short.limitMs, short.signal.aborted]).toEqual([1_000, true]);
    const long = new Deadline(30_000, { countsQueue: true });
    long.enterQueue(90_000);
    expect(long.limitMs).toBe(30_000);
  });
});
