import { resolve } from "node:path";
import { Piscina } from "piscina";

/** Exceeding it costs the task, and its thread, which is replaced. */
const MEMORY_LIMIT_MB = 256;
/** Rows are garbage as soon as they are written; with more room it is only collected later. */
const YOUNG_MB = 16;
const IDLE_MS = 30_000;

export interface TaskOptions {
  /** The start of a thread included. */
  limitMs?: number;
  transferList?: readonly ArrayBuffer[];
}

const pool = new Piscina({
  minThreads: 0,
  // Callers bound their tasks: one that is queued here could wait for a thread that was ended.
  maxThreads: Number.POSITIVE_INFINITY,
  idleTimeout: IDLE_MS,
  // A thread that waits blocked would not close its files.
  atomics: "disabled",
  recordTiming: false,
  execArgv: [],
  resourceLimits: {
    maxOldGenerationSizeMb: MEMORY_LIMIT_MB,
    maxYoungGenerationSizeMb: YOUNG_MB,
  },
});
// Raised by threads that die without a task.
pool.on("error", (error: Error) => process.emitWarning(error));

/**
 * Runs a task, the file's default export, in a thread of the pool.
 *
 * @param file `*.worker.ts` in app as it was built (scripts/compile.mjs): „reading/tables/read-table“
 * @throws what the task throws; an error of the thread that ended, of memory or time for example
 */
export function runTask<Input, Answer>(
  file: string,
  input: Input,
  { limitMs, transferList = [] }: TaskOptions = {},
): Promise<Answer> {
  return pool.run(input, {
    filename: resolve("build/workers", `${file}.worker.js`),
    signal: limitMs === undefined ? null : AbortSignal.timeout(limitMs),
    transferList: [...transferList],
  });
}

/** Ends all threads; their tasks fail. */
export async function endThreads(): Promise<void> {
  await pool.destroy();
}
