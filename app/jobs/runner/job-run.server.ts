import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import PQueue from "p-queue";
import pRetry from "p-retry";
import type { Db } from "~db/client";
import { getJob, updateRunningJob } from "~db/queries/jobs";
import { parseList } from "~db/queries/leads";
import type { Change, JobFailureKind, JobRow } from "~db/schema";
import type { Providers } from "../../providers/providers.server";
import type { SiteReader } from "../../providers/website/company-site";
import { storeFault } from "../../refusal";
import type { CallLedger } from "../ledger/call-ledger.server";
import type { JobFeed } from "../progress/job-feed.server";

export class JobLostError extends Error {
  constructor(jobId: string) {
    super(`job ${jobId} is no longer this run's`);
    this.name = "JobLostError";
  }
}

/** Its message is shown to people. */
export class JobFailure extends Error {
  constructor(
    message: string,
    readonly kind: JobFailureKind | null = null,
  ) {
    super(message);
    this.name = "JobFailure";
  }
}

export class JobPause extends Error {
  /** @param showsReason false: the job says that a service is overloaded */
  constructor(
    reason: string,
    readonly resumeAt: number,
    readonly showsReason = false,
  ) {
    super(reason);
    this.name = "JobPause";
  }
}

const MAX_WAIT_MS = 5_000;

/** Retries while the store is full, locked or read-only, so that nothing paid for is lost. */
export function retryWhileStoreFails<T>(
  write: () => Promise<T>,
  signal: AbortSignal,
  onFault: (error: Error) => void = () => {},
): Promise<T> {
  let pause = 250;
  return pRetry(write, {
    ...{ retries: Number.POSITIVE_INFINITY, minTimeout: 0 },
    async shouldRetry({ error }) {
      if (storeFault(error) === null) return false;
      onFault(error);
      // An abort ends this pause; p-retry's own signal would also prevent the first try.
      await delay(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(2 * pause, MAX_WAIT_MS);
      return !signal.aborted;
    },
  });
}

export type JobProgress = Pick<
  Change<"jobs">,
  | "phase"
  | "progress"
  | "found"
  | "stored"
  | "fresh"
  | "checkpoint"
  | "warnings"
  | "note"
  | "failureKind"
  | "params"
  | "query"
>;

/** Every write checks the run token, so that an outdated run can't write. */
export class JobRun {
  constructor(
    readonly db: Db,
    private current: JobRow,
    readonly token: string,
    readonly signal: AbortSignal,
    private readonly feed: Pick<JobFeed, "publish">,
  ) {
    // Each call of the run adds a listener.
    setMaxListeners(0, signal);
  }

  get job(): JobRow {
    return this.current;
  }

  /**
   * Writes work, progress and checkpoint in one transaction, without outside calls. Runs `work` again when the store
   * is full, so its side effects outside the store must be repeatable.
   *
   * @param countsAsProgress false if the step settles nothing: a crash after it still counts
   * @throws JobLostError
   */
  async step(
    work: (trx: Db, job: JobRow) => Promise<{ change: JobProgress }>,
    countsAsProgress = true,
  ): Promise<void> {
    const { id } = this.current;
    const write = async (trx: Db) => {
      // Steps of one run may overlap.
      const before = await getJob(trx, id);
      if (before === undefined) throw new JobLostError(id);
      const { change: own } = await work(trx, before);
      const hasMoved = own.checkpoint !== undefined && own.checkpoint !== before.checkpoint;
      const change = { ...own, ...(countsAsProgress || hasMoved ? { interruptions: 0 } : {}) };
      const job = await updateRunningJob(trx, id, this.token, change);
      if (job === undefined) throw new JobLostError(id);
      return job;
    };
    const once = () => this.db.transaction().execute(write);
    this.current = await retryWhileStoreFails(once, this.signal);
    this.notify();
  }

  notify(): void {
    const { id: jobId, parentId } = this.current;
    this.feed.publish({ jobId, parentId });
  }

  async update(change: JobProgress): Promise<void> {
    await this.step(async () => ({ change }), false);
  }

  /** Waits for all items, so that nothing writes after the run has ended. */
  async workOn<Item>(
    items: readonly Item[],
    concurrency: number,
    work: (item: Item) => Promise<void>,
  ): Promise<void> {
    const queue = new PQueue({ concurrency });
    const failures: unknown[] = [];
    for (const item of items) {
      void queue.add(async () => {
        try {
          this.signal.throwIfAborted();
          await work(item);
        } catch (error) {
          failures.push(error);
          queue.clear();
        }
      });
    }
    await queue.onIdle();
    if (failures.length > 0) throw failures[0];
  }

  /** Adds each sentence once. */
  async warn(sentence: string): Promise<void> {
    await this.step(async (_trx, job) => {
      const warnings = new Set([...parseList(job.warnings), sentence]);
      return { change: { warnings: JSON.stringify([...warnings]) } };
    }, false);
  }
}

/** Resumes at the checkpoint after a restart. Errors fail the job; stored results stay. */
export interface Pipeline {
  run(run: JobRun): Promise<void>;
}

export interface PipelineServices {
  providers: Providers;
  ledger: CallLedger;
  sites: SiteReader;
  readsImprints: boolean;
  /** Decides when a month begins. */
  timeZone: string;
  /** Divides waits; 1 outside tests. */
  retrySpeed: number;
  /** Minimum milliseconds that the email phase is shown. */
  phaseMs: number;
}

const PERMANENT_FAILURES: readonly (JobFailureKind | null)[] = [
  "auth",
  "forbidden",
  "no_credit",
  "billing_off",
  "day_quota",
  "unknown_model",
  "missing_key",
  "ceiling",
];

/** Every further call would fail until a person acts. */
export function isPermanentFailure(kind: JobFailureKind | null): boolean {
  return PERMANENT_FAILURES.includes(kind);
}
