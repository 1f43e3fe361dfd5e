import { setTimeout as delay } from "node:timers/promises";
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
  expect(begun).toEqual(Array(4).fill("stranger"));
  for (const leave of leaves.slice(0, 4)) leave?.();
  expect(begun).toHaveLength(4);
  await delay(10);
  expect(begun.slice(4)).toEqual(["stranger", "owner", "other", "stranger"]);
});

it("takes a bounded number of each address, and forgets who went while waiting", async () => {
  const turns = new FairTurns();
  const { begun, leaves } = begin(turns, Array(30).fill("stranger"));
  expect(leaves.map((leave) => leave === null).indexOf(true)).toBe(20);
  expect(turns.take("owner", () => begun.push("owner"))).not.toBeNull();
  for (const leave of leaves) leave?.();
  await delay(10);
  expect(begun).toEqual([...Array(4).fill("stranger"), "owner"]);
});

it("does not wait for those who take long", async () => {
  const turns = new FairTurns();
  const { begun } = begin(turns, Array(5).fill("stranger"));
  await expect.poll(() => begun).toHaveLength(5);
});
