import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { shareTurns } from "./share-turns.server";

afterEach(() => {
  vi.useRealTimers();
});

it("begins in one turn as many as fit into its share, and leaves the rest of it to others", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const begin = shareTurns({ budgetMs: 20, pauseMs: 0 });
  const begun: number[] = [];
  // Each takes 15 ms, as a route does: not at once, but in its promises.
  const taskAt = (place: number) => () => {
    begun.push(place);
    void Promise.resolve()
      .then(() => {})
      .then(() => vi.advanceTimersByTime(15));
  };
  for (const place of [1, 2, 3, 4, 5]) begin(taskAt(place));
  expect(begun).toEqual([]);
  for (const expected of [
    [1, 2],
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5],
  ]) {
    await nextTurn();
    expect(begun).toEqual(expected);
  }
  begin(taskAt(6));
  await nextTurn();
  expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
});

it("begins one after each pause where it has no time of its own", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  const begin = shareTurns({ budgetMs: 0, pauseMs: 8 });
  const begun: number[] = [];
  for (const place of [1, 2]) begin(() => begun.push(place));
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual([1]);
  vi.advanceTimersByTime(8);
  expect(begun).toEqual([1, 2]);
});
