import { resolve } from "node:path";
import { Piscina } from "piscina";

/** Exceeding it costs the task, and its thread, which is replaced. */
const MEMORY_LIMIT_MB = 256;
/** Rows are garbage as soon as they are written; with more room it is only collected later. */
const YOUNG_MB = 16;
const IDLE_MS = 30_000;

/** A task, and the number by which its thread says that it begins. */
export interface NumberedTask<Input> {
  number: number;
  input: Input;
}

export interface TaskOptions {
  /** From the moment at which the task begins in its thread. */
  limitMs?: number;
  transferList?: readonly ArrayBuffer[];
}

const pool = new Piscina<NumberedTask<unknown>>({
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
pool.setMaxListeners(0);
// Raised by threads that die without a task.
pool.on("error", (error: Error) => process.emitWarning(error));
let tasks = 0;

/**
 * Runs a task (`defineTask`) in a thread of the pool.
 *
 * @param file `*.worker.ts` in app as it was built (scripts/compile.mjs): „reading/tables/read-table“
 * @throws what the task throws; an error of the thread that ended, of memory or time for example
 */
export async function runTask<Input, Answer>(
  file: string,
  input: Input,
  { limitMs, transferList = [] }: TaskOptions = {},
): Promise<Answer> {
  tasks += 1;
  const number = tasks;
  const overdue = new AbortController();
  let clock: NodeJS.Timeout | undefined;
  const begin = (begun: unknown) => {
    // A machine that sleeps while the thread starts takes no time from its task.
    if (begun === number) clock = setTimeout(() => overdue.abort(), limitMs);
  };
  if (limitMs !== undefined) pool.on("message", begin);
  try {
    return await pool.run(
      { number, input },
      {
        filename: resolve("build/workers", `${file}.worker.js`),
        signal: overdue.signal,
        transferList: [...transferList],
      },
    );
  } finally {
    pool.off("message", begin);
    clearTimeout(clock);
  }
}

/** Ends all threads; their tasks fail. */
export async function endThreads(): Promise<void> {
  await pool.destroy();
}
