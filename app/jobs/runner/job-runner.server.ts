import { setTimeout as delay } from "node:timers/promises";
import { v4 as uuid } from "uuid";
import type { Db } from "~db/client";
import { failPendingEmails, failPendingSites } from "~db/queries/job-results";
import {
  claimJob,
  findOpenJobs,
  findParts,
  getJob,
  getNextResumption,
  parkJob,
  requestCancel,
  requeueOrphanedJobs,
  updateRunningJob,
} from "~db/queries/jobs";
import type { JobFailureKind, JobKindName, JobRow } from "~db/schema";
import { JOB_KIND_NAMES } from "~db/schema/jobs";
import { logContext } from "../../log/log.server";
import { ProviderError } from "../../providers/provider-error";
import { type Refusal, storeFault } from "../../refusal";
import { JOB_KINDS } from "../kinds/registry";
import type { JobFeed } from "../progress/job-feed.server";
import {
  JobFailure,
  JobLostError,
  JobPause,
  JobRun,
  type Pipeline,
  writeInTheEnd,
} from "./job-run.server";

const isLocal = (kind: JobKindName) => JOB_KINDS[kind].isLocal === true;
/** Store work never waits behind services; an import holds its whole list in memory. */
const LANES = [
  { kinds: JOB_KIND_NAMES.filter(isLocal), most: 2 },
  { kinds: JOB_KIND_NAMES.filter((kind) => !isLocal(kind)), most: 4 },
];
/** Leaves places for jobs that a person starts. */
const MAX_BACKGROUND = 2;
/** Limits how often a due job without a free place is asked for. */
const MIN_ALARM_MS = 50;
/** Retries claiming; LOOK_MS polls for an end while a job is cancelled. */
const RETRY_MS = 2_000;
const LOOK_MS = 250;
const WAIT_MS = 50;
/** Timers hold at most 24 days. */
const MAX_ALARM_MS = 3_600_000;
/** The job may be what ends the server. */
const MAX_INTERRUPTIONS = 3;

type StopReason = "cancelled" | "shutdown";

interface RunningJob {
  controller: AbortController;
  fault: Refusal | null;
  done: Promise<void>;
  kind: JobKindName;
  isBackground: boolean;
}

export type AfterJob = (trx: Db, job: JobRow) => Promise<void>;

interface RunnerLog {
  info(entry: object, message: string): void;
  error(entry: object, message: string): void;
}

/** Runs a few jobs of a lane at once, oldest first. Must hold the run lock. */
export class JobRunner {
  readonly #db: Db;
  readonly #feed: JobFeed;
  readonly #pipelines: Partial<Record<JobKindName, Pipeline>>;
  readonly #log: RunnerLog;
  readonly #ended: AfterJob;
  readonly #running = new Map<string, RunningJob>();
  #filling: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();
  #alarm: NodeJS.Timeout | undefined;

  constructor(
    db: Db,
    feed: JobFeed,
    pipelines: Partial<Record<JobKindName, Pipeline>>,
    log: RunnerLog,
    ended: AfterJob = async () => {},
  ) {
    this.#db = db;
    this.#feed = feed;
    this.#pipelines = pipelines;
    this.#log = log;
    this.#ended = ended;
  }

  async start(): Promise<void> {
    const take = () => this.#db.transaction().execute((trx) => this.#takeUpOrphans(trx));
    const orphans = await writeInTheEnd(take, this.#stopping.signal);
    if (orphans.length > 0) this.#log.info({ jobs: orphans.map((job) => job.id) }, "jobs resumed");
    this.wake();
  }

  async #takeUpOrphans(trx: Db): Promise<JobRow[]> {
    const open = await findOpenJobs(trx);
    const orphans = await requeueOrphanedJobs(
      trx,
      MAX_INTERRUPTIONS,
      "Der Server endete mehrmals unerwartet, während er an diesem Lauf arbeitete. Was bis dahin getan war, bleibt; „Erneut starten“ macht dort weiter.",
      Date.now(),
    );
    for (const { id } of open) {
      const job = await getJob(trx, id);
      if (job !== undefined && job.finishedAt !== null) await this.#noteEnd(trx, job);
    }
    return orphans;
  }

  get storeFault(): Refusal | null {
    return [...this.#running.values()].find(({ fault }) => fault !== null)?.fault ?? null;
  }

  wake(): void {
    // Two fillings at once would claim beyond the limit.
    this.#filling = this.#filling
      .then(async () => {
        for (const lane of LANES) await this.#fill(lane);
      })
      .then(() => this.#setAlarm())
      .catch((error: unknown) => {
        this.#log.error({ err: error }, "claiming a job failed");
        clearTimeout(this.#alarm);
        if (!this.#stopping.signal.aborted)
          this.#alarm = setTimeout(() => this.wake(), RETRY_MS).unref();
      });
  }

  async #fill({ kinds, most }: (typeof LANES)[number]): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const running = [...this.#running.values()].filter(({ kind }) => kinds.includes(kind));
      if (running.length >= most) return;
      const withBackground = running.filter((job) => job.isBackground).length < MAX_BACKGROUND;
      if (!(await this.#claim({ kinds, withBackground }))) return;
    }
  }

  /** @returns true when a job was claimed */
  async #claim(which: Parameters<typeof claimJob>[3]): Promise<boolean> {
    if (this.#stopping.signal.aborted) return false;
    const token = uuid();
    const job = await claimJob(this.#db, token, Date.now(), which);
    if (job === undefined) return false;
    const controller = new AbortController();
    const run = () => this.#run(job, token, controller);
    const done = logContext.run({ jobId: job.id }, run).finally(() => {
      this.#running.delete(job.id);
      this.#publish(job);
      this.wake();
    });
    const { kind } = job;
    const isBackground = job.isBackground === 1;
    this.#running.set(job.id, { controller, done, kind, isBackground, fault: null });
    this.#publish(job);
    return true;
  }

  #publish({ id: jobId, parentId }: JobRow): void {
    this.#feed.publish({ jobId, parentId });
  }

  async #setAlarm(): Promise<void> {
    clearTimeout(this.#alarm);
    const resumeAt = this.#stopping.signal.aborted ? null : await getNextResumption(this.#db);
    if (resumeAt === null) return;
    const waitMs = Math.min(Math.max(resumeAt - Date.now(), MIN_ALARM_MS), MAX_ALARM_MS);
    this.#alarm = setTimeout(() => this.wake(), waitMs).unref();
  }

  async #run(job: JobRow, token: string, controller: AbortController): Promise<void> {
    try {
      const pipeline = this.#pipelines[job.kind];
      if (pipeline === undefined) throw new Error(`no pipeline for jobs of kind ${job.kind}`);
      const { signal } = controller;
      await pipeline.run(new JobRun(this.#db, job, token, signal, this.#feed));
      signal.throwIfAborted();
      await this.#write(job.id, () =>
        this.#end(job.id, token, { status: "complete", progress: 100 }),
      );
    } catch (error) {
      if (error instanceof JobLostError) return;
      const { signal } = controller;
      const isParked = error instanceof JobPause || storeFault(error) !== null;
      if (!signal.aborted && !isParked) this.#log.error({ err: error }, "job failed");
      await this.#write(job.id, () => this.#endFailed(job.id, token, signal, error)).catch(
        (writeError: unknown) => {
          this.#log.error({ err: writeError }, "the end of a job could not be stored");
        },
      );
    }
  }

  /** Retries until the store takes writes. */
  #write(id: string, write: () => Promise<void>): Promise<void> {
    return writeInTheEnd(write, this.#stopping.signal, (error) => {
      const running = this.#running.get(id);
      if (running === undefined) return;
      if (running.fault === null)
        this.#log.error({ err: error }, "the end of a job waits for the store");
      running.fault = storeFault(error);
    });
  }

  /** A cancel may come while the end waits for the store. */
  async #endFailed(id: string, token: string, signal: AbortSignal, error: unknown): Promise<void> {
    const reason: StopReason | null = signal.aborted ? signal.reason : null;
    if (reason === "shutdown") return parkJob(this.#db, id, token);
    if (reason === "cancelled") return this.#end(id, token, { status: "cancelled" });
    if (error instanceof JobPause) {
      return parkJob(this.#db, id, token, error.resumeAt, error.showsReason ? error.message : null);
    }
    if (storeFault(error) !== null) return parkJob(this.#db, id, token, Date.now() + RETRY_MS);
    await this.#end(id, token, { status: "failed", ...describeFailure(error) });
  }

  async #end(
    id: string,
    token: string,
    change:
      | { status: "complete"; progress: number }
      | { status: "cancelled" }
      | { status: "failed"; error: string; failureKind: JobFailureKind | null },
  ): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const ended = await updateRunningJob(trx, id, token, {
        ...change,
        ...(change.status === "failed" ? {} : { phase: "done" }),
        finishedAt: Date.now(),
        runToken: null,
      });
      if (ended !== undefined) await this.#noteEnd(trx, ended);
    });
  }

  async #noteEnd(trx: Db, job: JobRow): Promise<void> {
    await failPendingEmails(trx, job.id);
    await failPendingSites(trx, job.id);
    await this.#ended(trx, job);
  }

  /**
   * Waits until a running job has ended; results stay.
   *
   * @returns undefined when there is no such job
   * @throws Refusal 503 or 507 while that can't be written; the job then ends as soon as it can
   */
  async cancel(id: string): Promise<JobRow | undefined> {
    const isCancelled = await this.#db.transaction().execute((trx) => this.#requestCancel(trx, id));
    // The job may just be claimed.
    await this.#filling;
    const running = this.#running.get(id);
    running?.controller.abort("cancelled" satisfies StopReason);
    while (running !== undefined && this.#running.get(id) === running) {
      if (running.fault !== null) throw running.fault;
      await Promise.race([running.done, delay(LOOK_MS)]);
    }
    if (isCancelled) this.wake();
    const job = await getJob(this.#db, id);
    if (job !== undefined) this.#publish(job);
    return job;
  }

  /** @returns true for a queued job, which has no run to end it */
  async #requestCancel(trx: Db, id: string): Promise<boolean> {
    const before = await getJob(trx, id);
    const job = await requestCancel(trx, id, Date.now());
    if (before?.status !== "queued" || job?.status !== "cancelled") return false;
    await this.#noteEnd(trx, job);
    return true;
  }

  /** @returns the job, still open when the runner stops; undefined when there is none */
  async untilEnded(id: string): Promise<JobRow | undefined> {
    const { signal } = this.#stopping;
    for (;;) {
      const job = await getJob(this.#db, id);
      if (job === undefined || job.finishedAt !== null || signal.aborted) return job;
      await delay(WAIT_MS, undefined, { signal }).catch(() => {});
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#filling;
    clearTimeout(this.#alarm);
    for (const { controller } of this.#running.values()) {
      controller.abort("shutdown" satisfies StopReason);
    }
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }
}

function describeFailure(error: unknown): { error: string; failureKind: JobFailureKind | null } {
  if (error instanceof ProviderError || error instanceof JobFailure) {
    return { error: error.message, failureKind: error.kind };
  }
  return {
    error: "Ein Fehler im Programm hat den Lauf beendet. Was bis dahin getan war, bleibt.",
    failureKind: null,
  };
}

export async function cancelWithParts(
  { db, jobs }: { db: Db; jobs: JobRunner },
  id: string,
): Promise<JobRow | undefined> {
  const cancelParts = async () =>
    Promise.all((await findParts(db, id)).map((part) => jobs.cancel(part.id)));
  const [job] = await Promise.all([jobs.cancel(id), cancelParts()]);
  // A part may have joined meanwhile.
  await cancelParts();
  return job;
}
