import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Updateable } from "kysely";
import PQueue from "p-queue";
import type { Db } from "~db/client";
import { getJob, updateRunningJob } from "~db/queries/jobs";
import { parseList } from "~db/queries/leads";
import type { JobFailureKind, JobRow, JobsTable } from "~db/schema";
import type { Providers } from "../../providers/providers.server";
import type { SiteReader } from "../../providers/website/company-site";
import { storeFault } from "../../refusal";
import type { CallLedger } from "../ledger/call-ledger.server";
import type { JobFeed } from "../progress/job-feed.server";

/** Another run holds the job, or it has ended: this run must write nothing more. */
export class JobLostError extends Error {
  constructor(jobId: string) {
    super(`job ${jobId} is no longer this run's`);
    this.name = "JobLostError";
  }
}

/** A job can't go on, for a reason that people can act on: the message is shown to them. */
export class JobFailure extends Error {
  readonly kind: JobFailureKind | null;

  /** @param kind where a program must tell this reason from others */
  constructor(message: string, kind: JobFailureKind | null = null) {
    super(message);
    this.name = "JobFailure";
    this.kind = kind;
  }
}

/** A job leaves the rest of its work for later, and goes on by itself. */
export class JobPause extends Error {
  /** Milliseconds UTC. */
  readonly resumeAt: number;
  /** People are told the reason while the job waits; else it is that a service is overloaded. */
  readonly showsReason: boolean;

  constructor(reason: string, resumeAt: number, showsReason = false) {
    super(reason);
    this.name = "JobPause";
    this.resumeAt = resumeAt;
    this.showsReason = showsReason;
  }
}

/** Longest pause between two tries to write to a store that is full or locked, in milliseconds. */
const MAX_WAIT_MS = 5_000;

/**
 * Writes to a store that may be full, locked or read-only for a time: again and again with growing pauses, so that
 * nothing which was paid for is lost with it.
 *
 * @param onFault told of each try that failed by that
 * @throws the signal's reason while it waits, and every other error at once
 */
export async function writeInTheEnd<T>(
  write: () => Promise<T>,
  signal: AbortSignal,
  onFault: (error: unknown) => void = () => {},
): Promise<T> {
  for (let pause = 250; ; pause = Math.min(2 * pause, MAX_WAIT_MS)) {
    try {
      return await write();
    } catch (error) {
      if (storeFault(error) === null) throw error;
      onFault(error);
      signal.throwIfAborted();
      // An abort ends the pause, and says its reason above.
      await delay(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** A step's change of its job. Progress only ever rises. */
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

/** Some work leaves no checkpoint but its results, which move the bar. */
function isFurther(before: JobRow, { checkpoint = before.checkpoint, progress }: JobProgress) {
  return checkpoint !== before.checkpoint || Number(progress ?? 0) > before.progress;
}

/** A job under way, as its pipeline sees it. Every write compares the run's token, so that two runs never mix. */
export class JobRun {
  readonly db: Db;
  readonly signal: AbortSignal;
  /** The claim of the job: who knows it may write for this run. */
  readonly token: string;
  readonly #feed: Pick<JobFeed, "publish">;
  #job: JobRow;

  constructor(
    db: Db,
    job: JobRow,
    token: string,
    signal: AbortSignal,
    feed: Pick<JobFeed, "publish">,
  ) {
    this.db = db;
    this.#job = job;
    this.token = token;
    this.signal = signal;
    // Much of a run is under way at once, and all of it listens.
    setMaxListeners(0, signal);
    this.#feed = feed;
  }

  get job(): JobRow {
    return this.#job;
  }

  /**
   * One step: its writes, the job's progress and its checkpoint in one transaction, or nothing of it.
   * No call to the outside may happen inside. While the store takes no writes it is tried again: what the work changes
   * outside of the store must stand a second time.
   *
   * @throws JobLostError
   */
  async step(work: (trx: Db, job: JobRow) => Promise<{ change: JobProgress }>): Promise<void> {
    const { id } = this.#job;
    const write = async (trx: Db) => {
      // Read anew: steps of one run may overlap, and each must build on what the one before left.
      const before = await getJob(trx, id);
      if (before === undefined) throw new JobLostError(id);
      const { change: own } = await work(trx, before);
      const change = { ...own, ...(isFurther(before, own) ? { interruptions: 0 } : {}) };
      const job = await updateRunningJob(trx, id, this.token, change);
      if (job === undefined) throw new JobLostError(id);
      return job;
    };
    const once = () => this.db.transaction().execute(write);
    this.#job = await writeInTheEnd(once, this.signal);
    this.tell();
  }

  /** Says that the job has changed. */
  tell(): void {
    const { id: jobId, parentId } = this.#job;
    this.#feed.publish({ jobId, parentId });
  }

  async update(change: JobProgress): Promise<void> {
    await this.step(async () => ({ change }));
  }

  /**
   * Works on several things, some at once. All are waited for, so that nothing of this run writes after it has ended;
   * after one that fails, or once the run is stopped, no further one begins.
   */
  async workOn<Item>(
    items: readonly Item[],
    concurrency: number,
    work: (item: Item) => Promise<void>,
  ): Promise<void> {
    const queue = new PQueue({ concurrency });
    let isBroken = false;
    const outcomes = await Promise.allSettled(
      items.map((item) =>
        queue.add(async () => {
          this.signal.throwIfAborted();
          if (isBroken) return;
          await work(item).catch((error: unknown) => {
            isBroken = true;
            throw error;
          });
        }),
      ),
    );
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") throw outcome.reason;
    }
  }

  /** Adds a sentence that people see beside the finished job; the same sentence stands there once. */
  async warn(sentence: string): Promise<void> {
    await this.step(async (_trx, job) => ({
      change: { warnings: JSON.stringify([...new Set([...parseList(job.warnings), sentence])]) },
    }));
  }
}

/** The work of a kind of job, step by step; after a restart it goes on at the checkpoint. */
export interface Pipeline {
  /**
   * @throws whatever stops it; the job then ends as failed with the error's message, and what it stored stays
   */
  run(run: JobRun): Promise<void>;
}

export interface PipelineServices {
  providers: Providers;
  ledger: CallLedger;
  sites: SiteReader;
  /** Whether emails are looked for in the Impressum first. */
  readsImprints: boolean;
  /** Where months begin and end. */
  timeZone: string;
  /** Divides the waits for a service that is overloaded; 1 outside tests. */
  retrySpeed: number;
  /** How long people see that emails are looked for at least, in milliseconds. */
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

/** Whether every further call would fail the same way until a person does something about it. */
export function isPermanentFailure(kind: JobFailureKind | null): boolean {
  return LASTING.includes(kind);
}
