import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { oneEachTurn } from "./one-each-turn.server";

it("leaves a turn of the event loop to others between two of a crowd", async () => {
  const begin = oneEachTurn();
  const begun: number[] = [];
  for (const place of [1, 2, 3]) begin(() => begun.push(place));
  expect(begun).toEqual([]);
  for (const expected of [[1], [1, 2], [1, 2, 3]]) {
    await nextTurn();
    expect(begun).toEqual(expected);
  }
  begin(() => begun.push(4));
  await nextTurn();
  expect(begun).toEqual([1, 2, 3, 4]);
});
