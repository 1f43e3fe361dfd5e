import { setTimeout as delay } from "node:timers/promises";

/** Time that one step of a long work may take, in milliseconds: everything else in this process waits for it. */
const STEP_MS = 10;
const FIRST_STEP = 25;
/** Fewer items at once cost twice the time for each; a busy machine makes no step shorter. */
const SMALLEST_STEP = 10;
const LARGEST_STEP = 2_000;

/**
 * Paces a long work: gives for each step how many items it may take, so many that it ends within some 10 ms, with a turn
 * of the event loop in between. The work leaves the loop when it has no more to do.
 *
 * @throws the signal's reason between two steps
 */
export async function* timedSteps(signal?: AbortSignal): AsyncGenerator<number, never> {
  for (let size = FIRST_STEP; ; ) {
    signal?.throwIfAborted();
    const start = performance.now();
    yield size;
    const pace = STEP_MS / Math.max(performance.now() - start, 0.1);
    size = Math.round(size * Math.min(Math.max(pace, 0.5), 2));
    size = Math.min(Math.max(size, SMALLEST_STEP), LARGEST_STEP);
    await delay(1);
  }
}
