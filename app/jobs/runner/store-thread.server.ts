import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { JobFailureKind } from "~db/schema";
import { sharedTurns } from "~db/write-turns";
import { type ErrorFacts, ReportedError } from "../../log/error-facts";
import type { JobChange } from "../progress/job-feed.server";
import { JobFailure, JobLostError, JobPause, type JobRun, type Pipeline } from "./job-run.server";

/** What the thread is told when it starts. */
export interface StoreThreadData {
  databasePath: string;
  timeZone: string;
  turns: Int32Array<SharedArrayBuffer>;
}

/** A job to run under a token, or one to stop. */
export type StoreThreadOrder = { jobId: string; token: string } | { jobId: string; stop: unknown };

export type RunOutcome =
  | { end: "done" | "lost" }
  | { end: "failed"; message: string; kind: JobFailureKind | null }
  | { end: "paused"; message: string; resumeAt: number }
  | { end: "broken"; error: ErrorFacts };

/** A change of a job, or how its run ended. */
export type StoreThreadWord = JobChange | { jobId: string; outcome: RunOutcome };

/** Built beside the pages (scripts/compile.mjs). */
const WORKER = pathToFileURL(resolve("build/workers/store.worker.js"));

/** An uploaded list of 50,000 rows takes less. */
const MEMORY_LIMIT_MB = 512;

const DIED: RunOutcome = {
  end: "failed",
  message:
    "Der Teil des Programms, der am Leadspeicher arbeitet, ist unerwartet beendet worden. Was bis dahin getan war, bleibt.",
  kind: null,
};

function throwUnlessDone(jobId: string, outcome: RunOutcome): void {
  if (outcome.end === "failed") throw new JobFailure(outcome.message, outcome.kind);
  if (outcome.end === "paused") throw new JobPause(outcome.message, outcome.resumeAt);
  if (outcome.end === "lost") throw new JobLostError(jobId);
  if (outcome.end === "broken") throw new ReportedError(outcome.error);
}

/**
 * Runs the jobs that work on the store alone in one thread with its own connection, so that reading never waits for
 * them. The thread starts with the first job; one that died takes its jobs along and is replaced at the next.
 */
export class StoreThread implements Pipeline {
  readonly #data: Omit<StoreThreadData, "turns">;
  readonly #file: URL;
  readonly #waiting = new Map<string, { run: JobRun; settle: (outcome: RunOutcome) => void }>();
  #worker: Worker | undefined;

  constructor(data: Omit<StoreThreadData, "turns">, file = WORKER) {
    this.#data = data;
    this.#file = file;
  }

  async run(run: JobRun): Promise<void> {
    const { id: jobId } = run.job;
    const worker = this.#worker ?? this.#start();
    const tell = (order: StoreThreadOrder) => worker.postMessage(order);
    const stop = () => tell({ jobId, stop: run.signal.reason });
    try {
      const outcome = await new Promise<RunOutcome>((settle) => {
        this.#waiting.set(jobId, { run, settle });
        tell({ jobId, token: run.token });
        run.signal.addEventListener("abort", stop);
        if (run.signal.aborted) stop();
      });
      throwUnlessDone(jobId, outcome);
    } finally {
      run.signal.removeEventListener("abort", stop);
      this.#waiting.delete(jobId);
    }
  }

  #start(): Worker {
    const workerData = { ...this.#data, turns: sharedTurns() } satisfies StoreThreadData;
    const worker = new Worker(this.#file, {
      workerData,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    worker.unref();
    worker.on("message", (word: StoreThreadWord) => {
      const waiting = this.#waiting.get(word.jobId);
      if ("outcome" in word) waiting?.settle(word.outcome);
      else waiting?.run.tell();
    });
    // It ends right behind an error.
    worker.on("error", () => {});
    worker.once("exit", () => {
      this.#worker = undefined;
      for (const { settle } of this.#waiting.values()) settle(DIED);
    });
    this.#worker = worker;
    return worker;
  }

  /** Ends the thread. Its jobs must have been stopped before. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}
