import { v4 as uuid } from "uuid";
import type { Db } from "~db/client";
import { failPendingEmails } from "~db/queries/job-results";
import {
  claimJob,
  getJob,
  parkJob,
  requestCancel,
  requeueOrphanedJobs,
  updateRunningJob,
} from "~db/queries/jobs";
import type { JobRow, JobType } from "~db/schema";
import { ProviderError } from "../providers/provider-error";
import type { JobFeed } from "./job-feed.server";
import { JobFailure, JobLostError, JobRun, type Pipeline } from "./job-run.server";

/** Jobs that may run at once; the others wait in the order they were started. */
const MAX_RUNNING = 4;
/** A job found running at that many starts may be what stops the server. */
const MAX_INTERRUPTIONS = 3;

type StopReason = "cancelled" | "shutdown";

export interface RunnerLog {
  info(entry: object, message: string): void;
  error(entry: object, message: string): void;
}

/**
 * Runs the jobs of the store in this process, at most four at once, oldest first. Must be the only runner on its
 * database: whoever holds the run lock.
 */
export class JobRunner {
  readonly #db: Db;
  readonly #feed: JobFeed;
  readonly #pipelines: Partial<Record<JobType, Pipeline>>;
  readonly #log: RunnerLog;
  readonly #running = new Map<string, { controller: AbortController; done: Promise<void> }>();
  #filling: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(
    db: Db,
    feed: JobFeed,
    pipelines: Partial<Record<JobType, Pipeline>>,
    log: RunnerLog,
  ) {
    this.#db = db;
    this.#feed = feed;
    this.#pipelines = pipelines;
    this.#log = log;
  }

  /** Takes up what an earlier process left behind, then whatever is queued. */
  async start(): Promise<void> {
    const orphans = await requeueOrphanedJobs(
      this.#db,
      MAX_INTERRUPTIONS,
      "Der Server wurde während dieser Suche mehrmals beendet. Was gefunden war, ist gespeichert.",
      Date.now(),
    );
    if (orphans.length > 0) this.#log.info({ jobs: orphans.map((job) => job.id) }, "jobs resumed");
    this.wake();
  }

  /** To be called after a job was queued. */
  wake(): void {
    // One filling after the other, so that two wakes never claim beyond the limit.
    this.#filling = this.#filling
      .then(() => this.#fill())
      .catch((error: unknown) => {
        this.#log.error({ err: error }, "claiming a job failed");
      });
  }

  async #fill(): Promise<void> {
    while (!this.#isStopping && this.#running.size < MAX_RUNNING) {
      const token = uuid();
      const job = await claimJob(this.#db, token, Date.now());
      if (job === undefined) return;
      const controller = new AbortController();
      const done = this.#run(job, token, controller).finally(() => {
        this.#running.delete(job.id);
        this.#feed.publish({ jobId: job.id, positions: [] });
        this.wake();
      });
      this.#running.set(job.id, { controller, done });
      this.#feed.publish({ jobId: job.id, positions: [] });
    }
  }

  async #run(job: JobRow, token: string, controller: AbortController): Promise<void> {
    try {
      const pipeline = this.#pipelines[job.type];
      if (pipeline === undefined) throw new Error(`no pipeline for jobs of type ${job.type}`);
      await pipeline.run(new JobRun(this.#db, job, token, controller.signal, this.#feed));
      controller.signal.throwIfAborted();
      await this.#end(job.id, token, { status: "complete", progress: 100 });
    } catch (error) {
      await this.#endFailed(job.id, token, controller.signal, error);
    }
  }

  async #endFailed(id: string, token: string, signal: AbortSignal, error: unknown): Promise<void> {
    if (error instanceof JobLostError) return;
    const reason: StopReason | null = signal.aborted ? signal.reason : null;
    try {
      if (reason === "shutdown") return await parkJob(this.#db, id, token);
      if (reason === "cancelled") return await this.#end(id, token, { status: "cancelled" });
      this.#log.error({ err: error, job: id }, "job failed");
      await this.#end(id, token, { status: "failed", error: failureSentence(error) });
    } catch (writeError) {
      // The job stays "running" and is taken up again at the next start.
      this.#log.error({ err: writeError, job: id }, "the end of a job could not be stored");
    }
  }

  async #end(
    id: string,
    token: string,
    change: { status: "complete" | "failed" | "cancelled"; progress?: number; error?: string },
  ): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const ended = await updateRunningJob(trx, id, token, {
        ...change,
        ...(change.status === "failed" ? {} : { phase: "done" }),
        finishedAt: Date.now(),
        runToken: null,
      });
      // What still waited for an email is not looked for any more.
      if (ended !== undefined) await failPendingEmails(trx, id);
    });
  }

  /**
   * Cancels a job; what it found stays stored. Waits until a running one has ended.
   *
   * @returns the job, or undefined when there is none
   */
  async cancel(id: string): Promise<JobRow | undefined> {
    await requestCancel(this.#db, id, Date.now());
    const running = this.#running.get(id);
    running?.controller.abort("cancelled" satisfies StopReason);
    await running?.done;
    const job = await getJob(this.#db, id);
    // One that waited in the queue had nobody to end it.
    if (job?.status === "cancelled") await failPendingEmails(this.#db, id);
    this.#feed.publish({ jobId: id, positions: [] });
    return job;
  }

  /** Stops claiming and gives running jobs back to the queue, for the next start to go on with. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#filling;
    for (const { controller } of this.#running.values()) {
      controller.abort("shutdown" satisfies StopReason);
    }
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }
}

function failureSentence(error: unknown): string {
  if (error instanceof ProviderError || error instanceof JobFailure) return error.message;
  return "Ein Fehler im Programm hat die Suche beendet. Was gefunden war, ist gespeichert.";
}
