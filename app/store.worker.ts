import { parentPort, workerData } from "node:worker_threads";
import { emptyLog, openForSteps, writeBack } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { mergeSearchIndex } from "~db/queries/lead-search";
import type { JobKindName } from "~db/schema";
import { joinTurns } from "~db/write-turns";
import { importPipeline } from "./imports/import-pipeline.server";
import {
  JobFailure,
  JobLostError,
  JobPause,
  JobRun,
  type Pipeline,
} from "./jobs/runner/job-run.server";
import type {
  RunOutcome,
  StoreThreadData,
  StoreThreadOrder,
  StoreThreadWord,
} from "./jobs/runner/store-thread.server";
import { describeError } from "./log/error-facts";
import { bulkPipeline } from "./pipelines/bulk-pipeline.server";
import { storeFault } from "./refusal";
import { registerFolder } from "./register/register-files.server";
import { registerFilePipeline, registerPipeline } from "./register/register-pipeline.server";

/** Until a job goes on that the store had no room for, in milliseconds. */
const PAUSE_MS = 2_000;
const { databasePath, timeZone, turns }: StoreThreadData = workerData;
joinTurns(turns);
const db = openForSteps(databasePath);
const pipelines: Partial<Record<JobKindName, Pipeline>> = {
  import: importPipeline(timeZone),
  bulk: bulkPipeline(timeZone),
  register: registerPipeline(),
  registerFile: registerFilePipeline(registerFolder(databasePath)),
};
const running = new Map<string, AbortController>();

function tell(word: StoreThreadWord): void {
  parentPort?.postMessage(word);
}

function outcomeOf(error: unknown): RunOutcome {
  if (error instanceof JobLostError) return { end: "lost" };
  if (error instanceof JobFailure)
    return { end: "failed", message: error.message, kind: error.kind };
  // No fault of the job: it goes on where it stood.
  const resumeAt = Date.now() + PAUSE_MS;
  if (storeFault(error) !== null) return { end: "paused", message: "", resumeAt };
  if (error instanceof JobPause) {
    return { end: "paused", message: error.message, resumeAt: error.resumeAt };
  }
  return { end: "broken", error: describeError(error) };
}

async function runJob(jobId: string, token: string, signal: AbortSignal): Promise<RunOutcome> {
  try {
    const job = await getJob(db, jobId);
    const pipeline = job && pipelines[job.kind];
    if (job === undefined || pipeline === undefined)
      throw new Error(`no job ${jobId} that works on the store alone`);
    await pipeline.run(new JobRun(db, job, token, signal, { publish: tell }));
    return { end: "done" };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** What a job has written makes searching slower until it is merged; a next job goes before that. */
async function tidyUp(): Promise<void> {
  try {
    await mergeSearchIndex(db, async () => {
      await writeBack(db);
      return running.size === 0;
    });
  } catch {
    // The index is right without it, and the next job tries again.
  }
}

/** Runs the jobs that work on the store alone. */
parentPort?.on("message", async (order: StoreThreadOrder) => {
  const { jobId } = order;
  if ("stop" in order) return running.get(jobId)?.abort(order.stop);
  const controller = new AbortController();
  running.set(jobId, controller);
  const outcome = await runJob(jobId, order.token, controller.signal);
  running.delete(jobId);
  if (running.size === 0) await emptyLog(db);
  tell({ jobId, outcome });
  if (running.size === 0) await tidyUp();
});
