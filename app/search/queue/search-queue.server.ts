import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { findQueuedSearches } from "~db/queries/search-history";
import { isFinished, type Job } from "../../jobs/job";
import { toJob } from "../../jobs/job-json.server";
import { findPipelineRuns } from "../../jobs/pipeline-runs.server";
import type { SearchMode } from "../search-mode";
import type { SearchPair } from "./search-pair";

/** One of the searches that were started together. */
export interface QueuedSearch extends SearchPair {
  id: string;
  /** Null once its results are gone. */
  job: Job | null;
}

/** Searches that were started with one press. */
export interface SearchQueue {
  mode: SearchMode;
  searches: QueuedSearch[];
  isOver: boolean;
  /** What a page follows while they run; empty when they are over. */
  openRuns: Job[];
}

/** The searches of a queue as they are now; undefined when there is no such queue. */
export async function findSearchQueue(db: Db, queueId: string): Promise<SearchQueue | undefined> {
  const entries = await findQueuedSearches(db, queueId);
  const [first] = entries;
  if (first === undefined) return undefined;
  const searches = await Promise.all(
    entries.map(async ({ id, query, region, jobId }) => {
      const row = jobId === null ? undefined : await getJob(db, jobId);
      return { id, query, region, job: row === undefined ? null : toJob(row) };
    }),
  );
  const isOver = searches.every(({ job }) => job === null || isFinished(job));
  const openRuns = isOver ? [] : (await findPipelineRuns(db, "maps", 1)).open;
  return { mode: first.mode, searches, isOver, openRuns };
}
