import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds that one step may block this process. */
const STEP_MS = 10;
const FIRST_STEP = 25;
/** Smaller steps cost twice the time per item. */
const SMALLEST_STEP = 10;
const LARGEST_STEP = 2_000;

/** Yields item counts for steps of about 10 ms; the event loop turns between steps. Throws the signal's reason. */
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
