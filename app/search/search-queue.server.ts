import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import { findQueuedSearches } from "~db/queries/search-history";
import type { SearchHistoryRow } from "~db/schema";
import { findRun, findSupplement } from "../jobs/find-jobs.server";
import type { Job } from "../jobs/job";

import { isOver, type RunJobs, type SupplementTerm } from "../jobs/progress/job-snapshot";
import type { SearchPair } from "./search-schema";

export interface QueuedSearch extends SearchPair, Omit<RunJobs, "job"> {
  id: string;
  job: Job | null;
  supplement: SupplementTerm | null;
}

async function toQueuedSearch(
  db: Db,
  { id, query, region, jobId }: SearchHistoryRow,
): Promise<QueuedSearch> {
  const row = jobId === null ? undefined : await getJob(db, jobId);
  const search = { id, query, region };
  if (row === undefined)
    return { ...search, job: null, parts: [], followUps: [], supplement: null };
  return { ...search, ...(await findRun(db, row)), supplement: await findSupplement(db, row.id) };
}

function isSearchOver({ job, parts, followUps }: QueuedSearch): boolean {
  return job === null || isOver({ job, parts, followUps });
}

export async function findSearchQueue(db: Db, queueId: string) {
  const entries = await findQueuedSearches(db, queueId);
  const [first] = entries;
  if (first === undefined) return undefined;
  const searches = await Promise.all(entries.map((entry) => toQueuedSearch(db, entry)));
  return { mode: first.mode, searches, isOver: searches.every(isSearchOver) };
}
export type SearchQueue = NonNullable<Awaited<ReturnType<typeof findSearchQueue>>>;
