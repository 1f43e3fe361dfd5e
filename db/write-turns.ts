import { setTimeout as delay } from "node:timers/promises";

/** Time that one step of a long work may take, in milliseconds: others wait no longer for their turn to write. */
const STEP_MS = 10;
const FIRST_STEP = 25;
/** Fewer items at once cost twice the time for each; a busy machine makes no step shorter. */
const SMALLEST_STEP = 10;
const LARGEST_STEP = 2_000;
/** Longest time that a long work waits for others between two steps, in milliseconds. */
const PATIENCE_MS = 50;

/** How many wait to write, in all threads of this process. */
let waiting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** The memory in which threads see that another one waits to write. */
export function sharedTurns(): Int32Array<SharedArrayBuffer> {
  return waiting;
}

/** Makes this thread count with the one that started it. */
export function joinTurns(shared: Int32Array<SharedArrayBuffer>): void {
  waiting = shared;
}

/** Lets steps of other threads end before the next one while `work` waits for the lock. */
export async function askForTurn<T>(work: () => Promise<T>): Promise<T> {
  Atomics.add(waiting, 0, 1);
  try {
    return await work();
  } finally {
    Atomics.sub(waiting, 0, 1);
  }
}

/**
 * Paces a long work: gives for each step how many items it may take, so many that it ends within some 10 ms, and lets
 * whoever waits write in between. The work leaves the loop when it has no more to do.
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
    // Even with nobody waiting here, another process may be.
    let patience = PATIENCE_MS;
    do await delay(1);
    while (Atomics.load(waiting, 0) > 0 && --patience > 0);
  }
}
