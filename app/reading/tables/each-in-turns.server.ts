import { setImmediate as nextTurn } from "node:timers/promises";

const TURN_MS = 15;

/** Does something with each of many, and lets other requests go on every 15 ms. */
export async function eachInTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - since < TURN_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}
