import type { Db } from "~db/client";
import { countSkipped, findJobResults, type ResultSelection } from "~db/queries/job-results";
import { findJobs, findOpenJobs, getJob, type JobListFilter } from "~db/queries/jobs";
import type { SkipReason } from "~db/schema";
import type { Job, JobResult } from "./job";
import { toJob, toJobResult } from "./job-json.server";

export interface Paging {
  page: number;
  pageSize: number;
}

/** A page of jobs, newest first. */
export async function findJobPage(
  db: Db,
  { page, pageSize, ...filter }: JobListFilter & Paging,
): Promise<{ jobs: Job[]; total: number }> {
  const { jobs, total } = await findJobs(db, filter, pageSize, (page - 1) * pageSize);
  return { jobs: jobs.map(toJob), total };
}

export async function findJob(db: Db, id: string): Promise<Job | undefined> {
  const row = await getJob(db, id);
  return row && toJob(row);
}

/** Jobs that are queued or running, oldest first. */
export async function findOpenJobList(db: Db): Promise<Job[]> {
  return (await findOpenJobs(db)).map(toJob);
}

export interface ResultPage {
  results: JobResult[];
  total: number;
  skipped: { reason: SkipReason; count: number }[];
}

/** A page of what a job found, in the order it was found; undefined when there is no such job. */
export async function findResultPage(
  db: Db,
  jobId: string,
  { selection, page, pageSize }: Paging & { selection: ResultSelection },
): Promise<ResultPage | undefined> {
  if ((await getJob(db, jobId)) === undefined) return undefined;
  const [{ results, total }, skipped] = await Promise.all([
    findJobResults(db, jobId, selection, pageSize, (page - 1) * pageSize),
    countSkipped(db, jobId),
  ]);
  return { results: results.map(toJobResult), total, skipped };
}
