import type { Db } from "~db/client";
import { countSkipped, findJobResults, findResultsAt } from "~db/queries/job-results";
import { getJob } from "~db/queries/jobs";
import type { SkipReason } from "~db/schema";
import type { Job } from "./job";
import { isFinished } from "./job";
import type { JobFeed } from "./job-feed.server";
import { type ResultView, toJob, toResultView } from "./job-json.server";

/** A job at one moment, with the results that came or changed since the moment before. */
export interface JobMoment {
  job: Job;
  results: ResultView[];
  skipped: { reason: SkipReason; count: number }[];
}

/** A moment and the promise of the next; null ends the chain: ask again unless the job is finished. */
export interface JobMoments extends JobMoment {
  next: Promise<JobMoments> | null;
}

/** Pause between two moments, in milliseconds, so that a burst of results is one update. */
const PAUSE_MS = 250;
/** Length of one chain, in milliseconds: ends before the stream's own limit cuts it off. */
const CHAIN_MS = 25_000;
const MAX_RESULTS = 500;

async function momentOf(
  db: Db,
  id: string,
  positions: ReadonlySet<number> | "all",
): Promise<JobMoment | null> {
  const row = await getJob(db, id);
  if (row === undefined) return null;
  const results =
    positions === "all"
      ? (await findJobResults(db, id, "stored", MAX_RESULTS, 0)).results
      : await findResultsAt(db, id, [...positions]);
  return {
    job: toJob(row),
    results: results.map(toResultView),
    skipped: await countSkipped(db, id),
  };
}

/** A job as it is now with all its results; undefined when there is no such job. */
export async function getJobMoment(db: Db, id: string): Promise<JobMoment | undefined> {
  return (await momentOf(db, id, "all")) ?? undefined;
}

/** Results that a job left out, in the order they were found. */
export async function findSkippedResults(db: Db, id: string): Promise<ResultView[]> {
  const { results } = await findJobResults(db, id, "skipped", MAX_RESULTS, 0);
  return results.map(toResultView);
}

/**
 * Follows a job: its state now with all results, then a chain of promises with each later state and what changed.
 * The chain ends when the job does, when its time is over, or when nobody listens any more.
 *
 * @returns undefined when there is no such job
 */
export async function followJob(
  source: { db: Db; feed: JobFeed },
  id: string,
  signal: AbortSignal,
): Promise<JobMoments | undefined> {
  const changes = new ChangeQueue(source.feed, id, signal);
  const first = await momentOf(source.db, id, "all");
  if (first === null) {
    changes.close();
    return undefined;
  }
  return link(source.db, id, first, changes, Date.now() + CHAIN_MS);
}

function link(
  db: Db,
  id: string,
  moment: JobMoment,
  changes: ChangeQueue,
  until: number,
): JobMoments {
  if (isFinished(moment.job)) {
    changes.close();
    return { ...moment, next: null };
  }
  return { ...moment, next: nextLink(db, id, moment, changes, until) };
}

async function nextLink(
  db: Db,
  id: string,
  before: JobMoment,
  changes: ChangeQueue,
  until: number,
): Promise<JobMoments> {
  const positions = await changes.take(until);
  if (positions === null) {
    changes.close();
    return { ...before, results: [], next: null };
  }
  const moment = await momentOf(db, id, positions);
  if (moment === null) {
    changes.close();
    return { ...before, results: [], next: null };
  }
  return link(db, id, moment, changes, until);
}

/** Collects the changes of a job between two moments. */
class ChangeQueue {
  #positions = new Set<number>();
  #hasChange = false;
  #wake: (() => void) | null = null;
  #isClosed = false;
  readonly #unsubscribe: () => void;

  constructor(feed: JobFeed, id: string, signal: AbortSignal) {
    this.#unsubscribe = feed.subscribe(id, ({ positions }) => {
      for (const position of positions) this.#positions.add(position);
      this.#hasChange = true;
      this.#wake?.();
    });
    signal.addEventListener("abort", () => this.close(), { once: true });
    if (signal.aborted) this.close();
  }

  /** Waits for the next change; null when the time is over or nobody listens any more. */
  async take(until: number): Promise<Set<number> | null> {
    await this.#sleep(PAUSE_MS, false);
    if (!this.#hasChange) await this.#sleep(Math.max(0, until - Date.now()), true);
    // The time ends a chain also while changes keep coming: whoever asks again gets all of them.
    if (this.#isClosed || !this.#hasChange || Date.now() >= until) return null;
    const positions = this.#positions;
    this.#positions = new Set();
    this.#hasChange = false;
    return positions;
  }

  #sleep(milliseconds: number, untilChange: boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        if (!untilChange && !this.#isClosed) return;
        clearTimeout(timer);
        resolve();
      };
      if (this.#isClosed) this.#wake();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#wake?.();
  }
}
