import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { FairTurns } from "./fair-turns.server";

/** Takes a turn for each key; answers which began, in their order, and what ends each. */
function begin(turns: FairTurns, keys: readonly string[]) {
  const begun: string[] = [];
  const leaves = keys.map((key) => turns.take(key, () => begun.push(key)));
  return { begun, leaves };
}

it("lets each address begin in turn, however many requests another one sends", async () => {
  const turns = new FairTurns();
  const { begun, leaves } = begin(turns, [...Array(20).fill("stranger"), "owner", "other"]);
  expect(begun).toEqual([]);
  await nextTurn();
  expect(begun).toEqual(["stranger", "owner", "other", "stranger"]);
  leaves.at(0)?.();
  leaves.at(0)?.();
  await nextTurn();
  expect(begun).toHaveLength(5);
});

it("takes a bounded number of each address, and forgets who went while waiting", async () => {
  const turns = new FairTurns();
  const { begun, leaves } = begin(turns, Array(30).fill("stranger"));
  expect(leaves.map((leave) => leave === null).indexOf(true)).toBe(16);
  for (const leave of leaves.slice(1)) leave?.();
  expect(turns.take("owner", () => begun.push("owner"))).not.toBeNull();
  await nextTurn();
  expect(begun).toEqual(["stranger", "owner"]);
});

it("does not wait for those who take long", async () => {
  const turns = new FairTurns();
  const { begun } = begin(turns, Array(5).fill("stranger"));
  await expect.poll(() => begun).toHaveLength(5);
});
