import type { Db } from "~db/client";
import { findFollowUps, findParts } from "~db/queries/jobs";
import { ChangeBuffer, type JobFeed, PAUSE_MS } from "./job-feed.server";
import {
  type ChainLink,
  isOver,
  type JobSnapshot,
  type ResultsQuery,
  resultsQueryParams,
} from "./job-snapshot";
import { type Changes, FIRST_PAGE, getJobSnapshot } from "./read-snapshot.server";

/** Length of one chain of states, in milliseconds: ends before the stream's own limit cuts it off. */
const CHAIN_MS = 25_000;
/**
 * What each page that follows anything adds to the pause between two states, and how far behind the one before it is told,
 * in milliseconds: 300 are told every 1.5 s.
 */
const FOLLOWER_MS = 5;
/** How many pages are told the same state one after the other. */
const SLOTS = 300;

/** A state of a job, and the one after it; the last has none. */
interface Told {
  /** Its JSON, which is written once however many follow. */
  snapshot: string;
  next: Promise<Told | null> | null;
}

/** A job as all pages see it that follow it with the same results: read once for all of them. */
class FollowedJob {
  followers = 0;
  isClosed = false;
  readonly #ids: readonly string[];
  readonly #changes: ChangeBuffer;
  readonly #read: (changes?: Changes) => Promise<JobSnapshot | undefined>;
  /** Read since the last state was told; what changes after it comes with the next one. */
  #now: { state: Promise<Told | undefined>; until: number } | undefined;
  #next: Promise<Told | null>;
  #hasEnded = false;

  constructor(
    ids: readonly string[],
    changes: ChangeBuffer,
    read: (changes?: Changes) => Promise<JobSnapshot | undefined>,
  ) {
    this.#ids = ids;
    this.#changes = changes;
    this.#read = read;
    this.#next = this.#tell();
  }

  /** Whether whoever comes now is told what is already known: also the end of a job, which many pages ask for at once. */
  get isOpen(): boolean {
    return !this.isClosed || (this.#hasEnded && performance.now() < (this.#now?.until ?? 0));
  }

  /** Its whole state now; undefined when there is no such job. */
  now(): Promise<Told | undefined> {
    const now = performance.now();
    if (this.#now === undefined || this.#now.until <= now) {
      const next = this.#next;
      const state = this.#read().then((snapshot) => snapshot && this.#toTold(snapshot, next));
      this.#now = { state, until: now + PAUSE_MS };
    }
    return this.#now.state;
  }

  async #tell(): Promise<Told | null> {
    const changed = await this.#changes.next();
    this.#now = undefined;
    // Whoever asks again after a failure is told of it.
    const snapshot = changed && (await this.#read(changed).catch(() => undefined));
    if (!snapshot || this.#endsWith(snapshot)) this.close();
    if (!snapshot) return null;
    if (!this.isClosed) this.#next = this.#tell();
    return this.#toTold(snapshot, this.isClosed ? null : this.#next);
  }

  #toTold(snapshot: JobSnapshot, next: Told["next"]): Told {
    this.#hasEnded = this.#endsWith(snapshot);
    return { snapshot: JSON.stringify(snapshot), next: this.#hasEnded ? null : next };
  }

  /** Whether it ends with this state: what began meanwhile is followed anew. */
  #endsWith(snapshot: JobSnapshot): boolean {
    const jobs = [...snapshot.parts, ...snapshot.followUps];
    return isOver(snapshot) || !jobs.every(({ id }) => this.#ids.includes(id));
  }

  close(): void {
    this.isClosed = true;
    this.#changes.close();
  }
}

/** What pages follow, by jobs and results. */
const followedBy = new WeakMap<JobFeed, Map<string, FollowedJob>>();

interface FollowServices {
  db: Db;
  feed: JobFeed;
}

/** Takes part in following a job until `leave`; `place` tells those apart who follow the same. */
async function join({ db, feed }: FollowServices, id: string, query: ResultsQuery) {
  const own = [id, ...(await findParts(db, id)).map((part) => part.id)];
  const ids = [...own, ...(await findFollowUps(db, own)).map((job) => job.id)];
  const all = followedBy.get(feed) ?? new Map<string, FollowedJob>();
  followedBy.set(feed, all);
  const open = () => {
    const everybody = () => [...all.values()].reduce((sum, { followers }) => sum + followers, 0);
    const changes = new ChangeBuffer(feed, ids, () => everybody() * FOLLOWER_MS);
    return new FollowedJob(ids, changes, (changed) => getJobSnapshot(db, id, query, changed));
  };
  const key = `${ids} ${resultsQueryParams(query)}`;
  const known = all.get(key);
  const job = known?.isOpen ? known : open();
  all.set(key, job);
  const place = job.followers;
  job.followers += 1;
  const leave = () => {
    job.followers -= 1;
    if (job.followers > 0) return;
    job.close();
    setTimeout(() => all.get(key) === job && all.delete(key), PAUSE_MS).unref();
  };
  return { job, place, leave };
}

/** Has hundreds told one after the other, so that others get their turn between them. */
async function turnOf(place: number): Promise<void> {
  const waitMs = (place % SLOTS) * FOLLOWER_MS;
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}

/** Resolves with null when somebody has followed for long enough, goes, or the server stops. */
function endOf(feed: JobFeed, signal: AbortSignal) {
  let end = () => {};
  const over = new Promise<null>((resolve) => {
    end = () => resolve(null);
  });
  const timer = setTimeout(end, CHAIN_MS);
  const unsubscribe = feed.whenEnded(end);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  const forget = () => {
    clearTimeout(timer);
    unsubscribe();
    signal.removeEventListener("abort", end);
  };
  return { over, forget };
}

/**
 * Follows a job and its parts: their state now with a page of the results, then a chain of promises with each later
 * state and what changed. The chain ends when they do, when its time is over, or when nobody listens any more.
 *
 * @returns undefined when there is no such job
 */
export async function followJob(
  services: FollowServices,
  id: string,
  signal: AbortSignal,
  query: ResultsQuery = FIRST_PAGE,
): Promise<ChainLink | undefined> {
  const { job, place, leave } = await join(services, id, query);
  const { over, forget } = endOf(services.feed, signal);
  const until = performance.now() + CHAIN_MS;
  const end = () => {
    forget();
    leave();
  };

  async function follow(next: Promise<Told | null>): Promise<ChainLink> {
    const told = await Promise.race([over, next]);
    // The time ends a chain also while changes keep coming: whoever asks again gets all of them.
    if (told === null || performance.now() >= until) {
      end();
      return { snapshot: null, next: null };
    }
    await turnOf(place);
    return link(told);
  }

  function link({ snapshot, next }: Told): ChainLink {
    if (next === null) end();
    return { snapshot, next: next && follow(next) };
  }

  try {
    const first = await job.now();
    if (first !== undefined) return link(first);
  } catch (error) {
    end();
    throw error;
  }
  end();
  return undefined;
}
