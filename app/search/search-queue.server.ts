import type { Db } from "~db/client";
import { findParts, getJob } from "~db/queries/jobs";
import { findOpenQueueIds, findQueuedSearches } from "~db/queries/search-history";
import type { SearchHistoryRow } from "~db/schema";
import { isFinished, type Job } from "../jobs/job";
import { toJob } from "../jobs/job-json.server";
import { findPipelineRuns } from "../jobs/progress/pipeline-runs.server";
import type { SearchPair, Supplement } from "./search-input";
import { findSupplement } from "./start-supplement.server";

export interface QueuedSearch extends SearchPair {
  id: string;
  /** Null once its results are gone. */
  job: Job | null;
  parts: Job[];
  supplement: Supplement | null;
}

/** More are hardly ever under way at once. */
const SHOWN_QUEUES = 3;

async function toQueuedSearch(
  db: Db,
  { id, query, region, jobId }: SearchHistoryRow,
): Promise<QueuedSearch> {
  const row = jobId === null ? undefined : await getJob(db, jobId);
  if (row === undefined) return { id, query, region, job: null, parts: [], supplement: null };
  const [parts, supplement] = await Promise.all([
    findParts(db, row.id),
    findSupplement(db, row.id),
  ]);
  return { id, query, region, job: toJob(row), parts: parts.map(toJob), supplement };
}

function isOver({ job, parts }: QueuedSearch): boolean {
  return job === null || [job, ...parts].every(isFinished);
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
  const over = started.searches.every(isOver);
  // The page follows none once all are over.
  const openOf = async (kind: "maps" | "web") =>
    over ? [] : (await findPipelineRuns(db, kind, 1)).open;
  const [openRuns, openWebRuns] = await Promise.all([openOf("maps"), openOf("web")]);
  return { ...started, isOver: over, openRuns, openWebRuns };
}
export type SearchQueue = NonNullable<Awaited<ReturnType<typeof findSearchQueue>>>;

export async function findOpenQueues(db: Db) {
  const ids = await findOpenQueueIds(db, SHOWN_QUEUES);
  const found = await Promise.all(
    ids.map(async (id) => {
      const started = await findStarted(db, id);
      if (started === undefined) return [];
      const { mode, searches } = started;
      return [{ id, mode, count: searches.length, over: searches.filter(isOver).length }];
    }),
  );
  return found.flat();
}
export type OpenQueue = Awaited<ReturnType<typeof findOpenQueues>>[number];
