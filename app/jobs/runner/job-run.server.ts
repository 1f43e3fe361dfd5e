import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Updateable } from "kysely";
import PQueue from "p-queue";
import pRetry from "p-retry";
import type { Db } from "~db/client";
import { getJob, updateRunningJob } from "~db/queries/jobs";
import { parseList } from "~db/queries/leads";
import type { JobFailureKind, JobRow, JobsTable } from "~db/schema";
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

/** Carries a message for people. */
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
  /** @param showsReason without it the job says that a service is overloaded */
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
export function writeInTheEnd<T>(
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
      // A stop ends the pause; p-retry's own would also refuse the first try.
      await delay(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(2 * pause, MAX_WAIT_MS);
      return !signal.aborted;
    },
  });
}

export type JobProgress = Pick<
  Updateable<JobsTable>,
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

/** Every write compares the run's token, so that two runs never mix. */
export class JobRun {
  constructor(
    readonly db: Db,
    private current: JobRow,
    readonly token: string,
    readonly signal: AbortSignal,
    private readonly feed: Pick<JobFeed, "publish">,
  ) {
    // Many calls of a run listen at once.
    setMaxListeners(0, signal);
  }

  get job(): JobRow {
    return this.current;
  }

  /**
   * Writes work, progress and checkpoint in one transaction. No outside call may happen inside. A full store makes it
   * run again: side effects outside the store must stand a second time.
   *
   * @param isFurther false where it settles nothing, so that a crash behind it is one more in vain
   * @throws JobLostError
   */
  async step(
    work: (trx: Db, job: JobRow) => Promise<{ change: JobProgress }>,
    isFurther = true,
  ): Promise<void> {
    const { id } = this.current;
    const write = async (trx: Db) => {
      // Steps of one run may overlap.
      const before = await getJob(trx, id);
      if (before === undefined) throw new JobLostError(id);
      const { change: own } = await work(trx, before);
      const isMoved = own.checkpoint !== undefined && own.checkpoint !== before.checkpoint;
      const change = { ...own, ...(isFurther || isMoved ? { interruptions: 0 } : {}) };
      const job = await updateRunningJob(trx, id, this.token, change);
      if (job === undefined) throw new JobLostError(id);
      return job;
    };
    const once = () => this.db.transaction().execute(write);
    this.current = await writeInTheEnd(once, this.signal);
    this.tell();
  }

  tell(): void {
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

  /** Repeats no sentence. */
  async warn(sentence: string): Promise<void> {
    await this.step(async (_trx, job) => {
      const warnings = new Set([...parseList(job.warnings), sentence]);
      return { change: { warnings: JSON.stringify([...warnings]) } };
    }, false);
  }
}

/** Goes on at the checkpoint after a restart. Errors fail the job; stored results stay. */
export interface Pipeline {
  run(run: JobRun): Promise<void>;
}

export interface PipelineServices {
  providers: Providers;
  ledger: CallLedger;
  sites: SiteReader;
  readsImprints: boolean;
  /** Months begin and end here. */
  timeZone: string;
  /** Divides waits; 1 outside tests. */
  retrySpeed: number;
  /** Milliseconds for which the email phase is shown at least. */
  phaseMs: number;
}

const LASTING: readonly (JobFailureKind | null)[] = [
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
  return LASTING.includes(kind);
}
