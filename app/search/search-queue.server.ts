import type { Db } from "~db/client";
import { findFollowUps, findParts, getJob } from "~db/queries/jobs";
import { findOpenQueueIds, findQueuedSearches } from "~db/queries/search-history";
import type { SearchHistoryRow } from "~db/schema";
import { isFinished, type Job } from "../jobs/job";
import { toJob } from "../jobs/job-json.server";
import { SEARCH_KINDS } from "../jobs/kinds/registry";
import { isOver, type RunJobs } from "../jobs/progress/job-snapshot";
import { findOpenRuns } from "../jobs/progress/pipeline-runs.server";
import type { SearchPair, Supplement } from "./search-input";
import { findSupplement } from "./start-supplement.server";

export interface QueuedSearch extends SearchPair, Omit<RunJobs, "job"> {
  id: string;
  /** Null once its results are gone. */
  job: Job | null;
  supplement: Supplement | null;
}

/** More are hardly ever under way at once. */
const SHOWN_QUEUES = 3;

async function toQueuedSearch(
  db: Db,
  { id, query, region, jobId }: SearchHistoryRow,
): Promise<QueuedSearch> {
  const row = jobId === null ? undefined : await getJob(db, jobId);
  const search = { id, query, region };
  if (row === undefined)
    return { ...search, job: null, parts: [], followUps: [], supplement: null };
  const parts = await findParts(db, row.id);
  const followUps = await findFollowUps(db, [row.id, ...parts.map((part) => part.id)]);
  return {
    ...search,
    job: toJob(row),
    parts: parts.map(toJob),
    followUps: followUps.map(toJob),
    supplement: await findSupplement(db, row.id),
  };
}

function isSearchOver({ job, parts, followUps }: QueuedSearch): boolean {
  return job === null || isOver({ job, parts, followUps });
}

/** The searches that were started together, as they are now; undefined when there are none. */
async function findStarted(db: Db, queueId: string) {
  const entries = await findQueuedSearches(db, queueId);
  const [first] = entries;
  if (first === undefined) return undefined;
  const searches = await Promise.all(entries.map((entry) => toQueuedSearch(db, entry)));
  return { mode: first.mode, searches };
}

export async function findSearchQueue(db: Db, queueId: string) {
  const started = await findStarted(db, queueId);
  if (started === undefined) return undefined;
  const over = started.searches.every(isSearchOver);
  // The page follows none once all are over.
  return { ...started, isOver: over, openRuns: over ? [] : await findOpenRuns(db, SEARCH_KINDS) };
}
export type SearchQueue = NonNullable<Awaited<ReturnType<typeof findSearchQueue>>>;

export async function findOpenQueues(db: Db) {
  const ids = await findOpenQueueIds(db, SHOWN_QUEUES);
  const found = await Promise.all(
    ids.map(async (id) => {
      const started = await findStarted(db, id);
      if (started === undefined) return [];
      const { mode, searches } = started;
      // Never falls, whatever is added to a search later.
      const searched = searches.filter(({ job }) => job === null || isFinished(job)).length;
      return [{ id, mode, count: searches.length, searched }];
    }),
  );
  return found.flat();
}
export type OpenQueue = Awaited<ReturnType<typeof findOpenQueues>>[number];
