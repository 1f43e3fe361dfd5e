import { setImmediate as nextTurn } from "node:timers/promises";

const TURN_MS = 15;

/** Handles the items in order and yields to other requests every 15 ms. */
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
