import type { Db } from "~db/client";
import { findFollowUps, findParts } from "~db/queries/jobs";
import type { JobFeed } from "./job-feed.server";
import {
  type FollowedJob,
  isOver,
  type JobSnapshot,
  type ResultsQuery,
  resultsQueryParams,
} from "./job-snapshot";
import { FIRST_PAGE, getJobSnapshot } from "./read-snapshot.server";

/** A job is read at most once in this time for all who follow it, in milliseconds. */
const SHARED_MS = 1_000;
/** Who follows asks again after this time at the latest, in milliseconds: before the stream's own limit. */
const LIMIT_MS = 20_000;

/** A job as it was read for all who ask within a second, and those who wait for a change of it. */
class Moment {
  readonly snapshot: Promise<JobSnapshot | undefined>;
  readonly #feed: JobFeed;
  readonly #waiting = new Set<() => void>();
  #isShared = true;
  #hasChanged = false;
  #subscriptions: (() => void)[] = [];

  constructor(db: Db, feed: JobFeed, id: string, query: ResultsQuery, onOld: () => void) {
    this.#feed = feed;
    const growOld = () => {
      this.#isShared = false;
      onOld();
      this.#tell();
    };
    this.snapshot = this.#read(db, id, query).finally(() => setTimeout(growOld, SHARED_MS).unref());
  }

  async #read(db: Db, id: string, query: ResultsQuery): Promise<JobSnapshot | undefined> {
    const own = [id, ...(await findParts(db, id)).map((part) => part.id)];
    const ids = [...own, ...(await findFollowUps(db, own)).map((job) => job.id)];
    const onChange = () => {
      this.#hasChanged = true;
      this.#tell();
    };
    this.#subscriptions = ids.map((one) => this.#feed.subscribe(one, onChange));
    return getJobSnapshot(db, id, query);
  }

  #tell(): void {
    if (this.#isShared) return;
    if (this.#hasChanged) for (const end of this.#waiting) end();
    if (this.#waiting.size > 0) return;
    for (const unsubscribe of this.#subscriptions) unsubscribe();
  }

  /** Resolves when there is a next state, the time is over, nobody listens any more, or the server stops. */
  untilNext(signal: AbortSignal): Promise<null> {
    return new Promise((resolve) => {
      const ends = [signal, this.#feed.ended];
      const end = () => {
        clearTimeout(timer);
        for (const one of ends) one.removeEventListener("abort", end);
        this.#waiting.delete(end);
        this.#tell();
        resolve(null);
      };
      const timer = setTimeout(end, LIMIT_MS);
      for (const one of ends) one.addEventListener("abort", end);
      this.#waiting.add(end);
      if (ends.some(({ aborted }) => aborted)) end();
    });
  }
}

/** Follows jobs for pages. */
export class JobFollower {
  readonly #db: Db;
  readonly #feed: JobFeed;
  readonly #moments = new Map<string, Moment>();

  constructor(db: Db, feed: JobFeed) {
    this.#db = db;
    this.#feed = feed;
  }

  /**
   * A job and its parts with a page of the results, as they are now or were within the last second, and when to ask again.
   *
   * @returns undefined when there is no such job
   */
  async follow(
    id: string,
    signal: AbortSignal,
    query: ResultsQuery = FIRST_PAGE,
  ): Promise<FollowedJob | undefined> {
    const key = `${id} ${resultsQueryParams(query)}`;
    const forget = () => this.#moments.delete(key);
    const moment = this.#moments.get(key) ?? new Moment(this.#db, this.#feed, id, query, forget);
    this.#moments.set(key, moment);
    const snapshot = await moment.snapshot;
    return snapshot && { snapshot, next: isOver(snapshot) ? null : moment.untilNext(signal) };
  }
}
