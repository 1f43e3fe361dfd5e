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

/** All followers share a read for this long. */
const SHARED_MS = 1_000;
/** Must stay below `streamTimeout`. */
const LIMIT_MS = 20_000;

interface SharedRead {
  snapshot: JobSnapshot | undefined;
  /** Resolves once the job has changed, at least SHARED_MS after the read. */
  next: Promise<unknown>;
}

export class JobFollower {
  readonly #reads = new Map<string, Promise<SharedRead>>();

  constructor(
    private readonly db: Db,
    private readonly feed: JobFeed,
  ) {}

  /** Reads a job at most once a second. Answers undefined for an unknown job. */
  async follow(
    id: string,
    signal: AbortSignal,
    query: ResultsQuery = FIRST_PAGE,
  ): Promise<FollowedJob | undefined> {
    const key = `${id} ${resultsQueryParams(query)}`;
    const { snapshot, next } = await (this.#reads.get(key) ?? this.#read(key, id, query));
    if (snapshot === undefined || isOver(snapshot)) return snapshot && { snapshot, next: null };
    return { snapshot, next: this.#untilNext(next, signal) };
  }

  #read(key: string, id: string, query: ResultsQuery): Promise<SharedRead> {
    const read = async () => {
      const own = [id, ...(await findParts(this.db, id)).map((part) => part.id)];
      const ids = [...own, ...(await findFollowUps(this.db, own)).map((job) => job.id)];
      let subscriptions: (() => void)[] = [];
      const unsubscribe = () => {
        for (const end of subscriptions) end();
      };
      const changed = new Promise<void>((resolve) => {
        subscriptions = ids.map((one) => this.feed.subscribe(one, resolve));
      }).then(unsubscribe);
      setTimeout(unsubscribe, LIMIT_MS + SHARED_MS).unref();
      const snapshot = await getJobSnapshot(this.db, id, query);
      if (snapshot === undefined || isOver(snapshot)) unsubscribe();
      return { snapshot, next: Promise.all([changed, expired]) };
    };
    const expired = new Promise((resolve) => setTimeout(resolve, SHARED_MS).unref());
    const shared = read();
    this.#reads.set(key, shared);
    void expired.then(() => this.#reads.delete(key));
    return shared;
  }

  /** Also resolves on timeout, when the client leaves, or when the server stops. */
  #untilNext(next: Promise<unknown>, signal: AbortSignal): Promise<null> {
    return new Promise((resolve) => {
      const ends = [signal, this.feed.ended];
      const end = () => {
        clearTimeout(timer);
        for (const one of ends) one.removeEventListener("abort", end);
        resolve(null);
      };
      const timer = setTimeout(end, LIMIT_MS);
      for (const one of ends) one.addEventListener("abort", end);
      if (ends.some(({ aborted }) => aborted)) end();
      void next.then(end);
    });
  }
}
