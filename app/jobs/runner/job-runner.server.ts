import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { v4 as uuid } from "uuid";
import type { Db } from "~db/client";
import { failPendingEmails, failPendingSites } from "~db/queries/job-results";
import {
  claimJob,
  findOpenJobs,
  findParts,
  getJob,
  getNextResumption,
  requestCancel,
  requeueOrphanedJobs,
  updateRunningJob,
} from "~db/queries/jobs";
import type { Change, JobKindName, JobRow } from "~db/schema";
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
  retryWhileStoreFails,
} from "./job-run.server";

const isLocal = (kind: JobKindName) => JOB_KINDS[kind].isLocal === true;
/** Local jobs never wait for services. Few run at once: an import holds its whole list in memory. */
const LANES = [
  { kinds: JOB_KIND_NAMES.filter(isLocal), max: 2 },
  { kinds: JOB_KIND_NAMES.filter((kind) => !isLocal(kind)), max: 4 },
];
/** Leaves slots for jobs that a person starts. */
const MAX_BACKGROUND = 2;
/** Shortest wait for a job that is due but has no free slot. */
const MIN_ALARM_MS = 50;
const RETRY_MS = 2_000;
const CANCEL_POLL_MS = 250;
const END_POLL_MS = 50;
/** Timers take at most 24 days. */
const MAX_ALARM_MS = 3_600_000;
/** A job interrupted this often may be what crashes the server. */
const MAX_INTERRUPTIONS = 3;

type StopReason = "cancelled" | "shutdown";
type Outcome = Pick<
  Change<"jobs">,
  "status" | "progress" | "phase" | "finishedAt" | "resumeAt" | "error" | "failureKind"
>;

interface RunningJob {
  controller: AbortController;
  fault: Refusal | null;
  done: Promise<void>;
  kind: JobKindName;
  isBackground: boolean;
}

export type AfterJob = (trx: Db, job: JobRow) => Promise<void>;

/** Runs a few jobs of a lane at once, oldest first. Must hold the run lock. */
export class JobRunner {
  readonly #running = new Map<string, RunningJob>();
  readonly #stopping = new AbortController();
  #filling: Promise<void> = Promise.resolve();
  #alarm: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Db,
    private readonly feed: JobFeed,
    private readonly pipelines: Partial<Record<JobKindName, Pipeline>>,
    private readonly log: Pick<Logger, "info" | "error">,
    private readonly onEnded: AfterJob = async () => {},
  ) {}

  /** Requeues what the previous server left running. */
  async start(): Promise<void> {
    const requeue = async (trx: Db) => {
      const open = await findOpenJobs(trx);
      const orphans = await requeueOrphanedJobs(
        trx,
        MAX_INTERRUPTIONS,
        "Der Server endete mehrmals unerwartet, während er an diesem Lauf arbeitete. Was bis dahin getan war, bleibt; „Erneut starten“ macht dort weiter.",
        Date.now(),
      );
      for (const { id } of open) await this.#afterEnd(trx, await getJob(trx, id));
      return orphans;
    };
    const orphans = await retryWhileStoreFails(
      () => this.db.transaction().execute(requeue),
      this.#stopping.signal,
    );
    if (orphans.length > 0) this.log.info({ jobs: orphans.map((job) => job.id) }, "jobs resumed");
    this.wake();
  }

  get storeFault(): Refusal | null {
    return [...this.#running.values()].find(({ fault }) => fault !== null)?.fault ?? null;
  }

  wake(): void {
    // Concurrent fills would exceed a lane's limit.
    this.#filling = this.#filling
      .then(async () => {
        for (const lane of LANES) await this.#fill(lane);
        // The store closes after the last job.
        if (this.#stopping.signal.aborted) return;
        const resumeAt = await getNextResumption(this.db);
        this.#wakeIn(resumeAt && Math.max(resumeAt - Date.now(), MIN_ALARM_MS));
      })
      .catch((error: unknown) => {
        this.log.error({ err: error }, "claiming a job failed");
        this.#wakeIn(RETRY_MS);
      });
  }

  #wakeIn(ms: number | null): void {
    clearTimeout(this.#alarm);
    if (ms === null || this.#stopping.signal.aborted) return;
    this.#alarm = setTimeout(() => this.wake(), Math.min(ms, MAX_ALARM_MS)).unref();
  }

  async #fill({ kinds, max }: (typeof LANES)[number]): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const running = [...this.#running.values()].filter(({ kind }) => kinds.includes(kind));
      if (running.length >= max) return;
      const withBackground = running.filter((job) => job.isBackground).length < MAX_BACKGROUND;
      const token = uuid();
      const job = await claimJob(this.db, token, Date.now(), { kinds, withBackground });
      if (job === undefined) return;
      const controller = new AbortController();
      const run = () => this.#run(job, token, controller.signal);
      const done = logContext.run({ jobId: job.id }, run).finally(() => {
        this.#running.delete(job.id);
        this.#publish(job);
        this.wake();
      });
      const { kind } = job;
      const isBackground = job.isBackground === 1;
      this.#running.set(job.id, { controller, done, kind, isBackground, fault: null });
      this.#publish(job);
    }
  }

  #publish({ id: jobId, parentId }: JobRow): void {
    this.feed.publish({ jobId, parentId });
  }

  async #run(job: JobRow, token: string, signal: AbortSignal): Promise<void> {
    let outcome = (): Outcome => ({ status: "complete", progress: 100, phase: "done" });
    try {
      const pipeline = this.pipelines[job.kind];
      if (pipeline === undefined) throw new Error(`no pipeline for jobs of kind ${job.kind}`);
      await pipeline.run(new JobRun(this.db, job, token, signal, this.feed));
      signal.throwIfAborted();
    } catch (error) {
      if (error instanceof JobLostError) return;
      outcome = () => outcomeOf(error, signal);
      if (outcome().status === "failed") this.log.error({ err: error }, "job failed");
    }
    // A cancel may come while the end waits for the store.
    const write = () =>
      this.db.transaction().execute(async (trx) => {
        const end = outcome();
        const finishedAt = end.status === "queued" ? null : Date.now();
        const change = { ...end, finishedAt, runToken: null };
        await this.#afterEnd(trx, await updateRunningJob(trx, job.id, token, change));
      });
    const store = () =>
      retryWhileStoreFails(write, this.#stopping.signal, (error) => {
        const running = this.#running.get(job.id);
        if (running === undefined) return;
        if (running.fault === null)
          this.log.error({ err: error }, "the end of a job waits for the store");
        running.fault = storeFault(error);
      });
    await store()
      .catch((error: unknown) => {
        if (outcome().status !== "complete" || storeFault(error) !== null) throw error;
        // The work after a success failed.
        outcome = () => outcomeOf(error, signal);
        this.log.error({ err: error }, "job failed");
        return store();
      })
      .catch((error: unknown) => {
        this.log.error({ err: error }, "the end of a job could not be stored");
      });
  }

  async #afterEnd(trx: Db, job: JobRow | undefined): Promise<void> {
    if (job === undefined || job.finishedAt === null) return;
    await failPendingEmails(trx, job.id);
    await failPendingSites(trx, job.id);
    await this.onEnded(trx, job);
  }

  /**
   * Waits until a running job has ended; results stay.
   *
   * @returns undefined for an unknown job
   * @throws Refusal 503 or 507 while the store can't write the end; the job ends once it can
   */
  async cancel(id: string): Promise<JobRow | undefined> {
    await this.db.transaction().execute(async (trx) => {
      // A queued job has no run to end it.
      const isQueued = (await getJob(trx, id))?.status === "queued";
      const job = await requestCancel(trx, id, Date.now());
      if (isQueued) await this.#afterEnd(trx, job);
    });
    // Filling may be claiming the job right now.
    await this.#filling;
    const running = this.#running.get(id);
    running?.controller.abort("cancelled" satisfies StopReason);
    while (running !== undefined && this.#running.get(id) === running) {
      if (running.fault !== null) throw running.fault;
      await Promise.race([running.done, delay(CANCEL_POLL_MS)]);
    }
    this.wake();
    const job = await getJob(this.db, id);
    if (job !== undefined) this.#publish(job);
    return job;
  }

  /** @returns the job, perhaps still open if the runner stops; undefined for an unknown job */
  async untilEnded(id: string): Promise<JobRow | undefined> {
    const { signal } = this.#stopping;
    for (;;) {
      const job = await getJob(this.db, id);
      if (job === undefined || job.finishedAt !== null || signal.aborted) return job;
      await delay(END_POLL_MS, undefined, { signal }).catch(() => {});
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#filling;
    clearTimeout(this.#alarm);
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort("shutdown" satisfies StopReason);
    await Promise.all(running.map(({ done }) => done));
  }
}

/** Shutdowns, pauses and store faults queue the job again. */
function outcomeOf(error: unknown, signal: AbortSignal): Outcome {
  const reason: StopReason | null = signal.aborted ? signal.reason : null;
  if (reason === "shutdown") return { status: "queued" };
  if (reason === "cancelled") return { status: "cancelled", phase: "done" };
  if (error instanceof JobPause) {
    const { resumeAt, showsReason, message } = error;
    return { status: "queued", resumeAt, error: showsReason ? message : null };
  }
  if (storeFault(error) !== null) return { status: "queued", resumeAt: Date.now() + RETRY_MS };
  if (error instanceof ProviderError || error instanceof JobFailure) {
    return { status: "failed", error: error.message, failureKind: error.kind };
  }
  return {
    status: "failed",
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
  // A part may have been queued meanwhile.
  await cancelParts();
  return job;
}
