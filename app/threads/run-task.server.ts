import { resolve } from "node:path";
import { Piscina } from "piscina";

/** A task that exceeds it fails, and its thread is replaced. */
const MEMORY_LIMIT_MB = 256;
/** Rows are garbage once they are written; more room would only delay collecting them. */
const YOUNG_MB = 16;
const IDLE_MS = 30_000;

/** A task, and the number that its thread posts when it begins. */
export interface NumberedTask<Input> {
  number: number;
  input: Input;
}

export interface TaskOptions {
  /** Counts from the start of the task in its thread. */
  limitMs?: number;
  transferList?: readonly ArrayBuffer[];
}

const pool = new Piscina<NumberedTask<unknown>>({
  minThreads: 0,
  // Callers limit their tasks, since a task queued here could wait for a thread that was ended.
  maxThreads: Number.POSITIVE_INFINITY,
  idleTimeout: IDLE_MS,
  // A thread that blocks while it waits would not close its files.
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
 * @throws the task's error, or the pool's if the thread ran out of memory or time
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
    // The thread's start does not count, in case the machine sleeps meanwhile.
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
