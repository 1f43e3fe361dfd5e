import type { Db } from "~db/client";
import { findResultsAt } from "~db/queries/job-results";
import { findFollowUps, findParts, getJob } from "~db/queries/jobs";
import { countJointResults, findJointResults } from "~db/queries/joint-results";
import { findJobUsage } from "~db/queries/provider-usage";
import type { JobRow } from "~db/schema";
import { isService, SERVICE_NAMES } from "../providers/services";
import { ChangeQueue } from "./change-queue.server";
import { countSkippedJointly, type SkippedCount } from "./find-jobs.server";
import { isFinished, type Job } from "./job";
import type { JobFeed } from "./job-feed.server";
import { type ResultView, toJob, toResultView } from "./job-json.server";
import { RESULTS_PER_PAGE, type ResultsPlace } from "./results-place";

/** A job and its parts at one moment, with the results that came or changed since the moment before. */
export interface JobMoment {
  job: Job;
  /** The jobs that run as parts of it. */
  parts: Job[];
  /** The jobs that read the websites of what they found. */
  followUps: Job[];
  /** Of all of them together, each company counted once. */
  totals: { found: number; stored: number; storedNew: number };
  results: ResultView[];
  /** The page of the results, from 1: the one asked for, or the last where there are fewer. */
  page: number;
  /** The results are all of the page: what was shown before is no longer. */
  isWhole: boolean;
  skipped: SkippedCount[];
  /** What they took of each provider, by its name. */
  usage: { name: string; calls: number; billed: number; saved: number }[];
}

/** A moment and the promise of the next; null ends the chain: ask again unless all is finished. */
export interface JobMoments extends JobMoment {
  next: Promise<JobMoments> | null;
}

/** Length of one chain, in milliseconds: ends before the stream's own limit cuts it off. */
const CHAIN_MS = 25_000;
const FIRST_PAGE: ResultsPlace = { selection: "stored", page: 1 };

/** Positions that changed, by job. */
type Changes = ReadonlyMap<string, ReadonlySet<number>>;

async function wholePage(db: Db, rows: readonly JobRow[], { selection, page }: ResultsPlace) {
  const ids = rows.map(({ id }) => id);
  const offset = (page - 1) * RESULTS_PER_PAGE;
  return findJointResults(db, ids, selection, RESULTS_PER_PAGE, offset);
}

/** What changed of a job that has no parts. */
async function changedResults(db: Db, id: string, changes: Changes, { selection }: ResultsPlace) {
  const rows = await findResultsAt(db, id, [...(changes.get(id) ?? [])]);
  return rows
    .filter(({ isNew }) => selection === "stored" || isNew === 1)
    .map((row) => ({ ...row, part: 0 }));
}

/** The page asked for, or the last one where there are fewer. */
function pageWithin({ selection, page }: ResultsPlace, totals: JobMoment["totals"]): number {
  const { found, stored, storedNew } = totals;
  const count = { stored, new: storedNew, skipped: found - stored }[selection];
  return Math.min(page, Math.max(1, Math.ceil(count / RESULTS_PER_PAGE)));
}

/**
 * Whether results may leave their place while a job runs, so that a page must be told as a whole: a company that a
 * second job finds as well, one of a list that was looked for in vain, and those of every page but the first, since a
 * change does not tell its page.
 */
function mayMove(
  row: JobRow,
  parts: readonly JobRow[],
  { selection, page }: ResultsPlace,
): boolean {
  const isList = row.type === "csv" || row.type === "profiles";
  return isList || parts.length > 0 || selection === "skipped" || page > 1;
}

async function totalsOf(db: Db, rows: readonly JobRow[]): Promise<JobMoment["totals"]> {
  const found = rows.reduce((sum, row) => sum + row.found, 0);
  const [only] = rows;
  if (rows.length === 1 && only) return { found, stored: only.stored, storedNew: only.fresh };
  const { stored, fresh } = await countJointResults(
    db,
    rows.map(({ id }) => id),
  );
  return { found, stored, storedNew: fresh };
}

async function momentOf(
  db: Db,
  id: string,
  place: ResultsPlace,
  changes: Changes | "all",
): Promise<JobMoment | null> {
  const row = await getJob(db, id);
  if (row === undefined) return null;
  const parts = await findParts(db, id);
  const rows = [row, ...parts];
  const totals = await totalsOf(db, rows);
  const page = pageWithin(place, totals);
  const isWhole = changes === "all" || mayMove(row, parts, place);
  const results = isWhole
    ? await wholePage(db, rows, { ...place, page })
    : await changedResults(db, id, changes, place);
  const ids = rows.map((entry) => entry.id);
  return {
    job: toJob(row),
    parts: parts.map(toJob),
    followUps: (await findFollowUps(db, ids)).map(toJob),
    totals,
    results: results.map((result) => toResultView(result, rows[result.part] ?? row)),
    page,
    isWhole,
    skipped: await countSkippedJointly(db, rows, totals.stored),
    usage: (await findJobUsage(db, ids)).map(({ provider, calls, billed, saved }) => ({
      name: isService(provider) ? SERVICE_NAMES[provider] : provider,
      calls,
      billed,
      saved,
    })),
  };
}

/** A job as it is now with a page of its results; undefined when there is no such job. */
export async function getJobMoment(
  db: Db,
  id: string,
  place: ResultsPlace = FIRST_PAGE,
): Promise<JobMoment | undefined> {
  return (await momentOf(db, id, place, "all")) ?? undefined;
}

/** Whether a job, all its parts and what follows from them have ended. */
export function isOver({
  job,
  parts,
  followUps,
}: Pick<JobMoment, "job" | "parts" | "followUps">): boolean {
  return [job, ...parts, ...followUps].every(isFinished);
}

/**
 * Follows a job and its parts: their state now with a page of the results, then a chain of promises with each later
 * state and what changed. The chain ends when they do, when its time is over, or when nobody listens any more.
 *
 * @returns undefined when there is no such job
 */
export async function followJob(
  { db, feed }: { db: Db; feed: JobFeed },
  id: string,
  signal: AbortSignal,
  place: ResultsPlace = FIRST_PAGE,
): Promise<JobMoments | undefined> {
  const own = [id, ...(await findParts(db, id)).map((part) => part.id)];
  const ids = [...own, ...(await findFollowUps(db, own)).map((job) => job.id)];
  const changes = new ChangeQueue(feed, ids, signal);
  const until = Date.now() + CHAIN_MS;

  function link(moment: JobMoment): JobMoments {
    // What began meanwhile is followed by the next chain.
    const isComplete = moment.followUps.every((job) => ids.includes(job.id));
    if (isOver(moment) || !isComplete) {
      changes.close();
      return { ...moment, next: null };
    }
    return { ...moment, next: nextLink(moment) };
  }

  async function nextLink(before: JobMoment): Promise<JobMoments> {
    const changed = await changes.take(until);
    const moment = changed === null ? null : await momentOf(db, id, place, changed);
    if (moment !== null) return link(moment);
    changes.close();
    return { ...before, results: [], isWhole: false, next: null };
  }

  const first = await momentOf(db, id, place, "all");
  if (first === null) {
    changes.close();
    return undefined;
  }
  return link(first);
}
