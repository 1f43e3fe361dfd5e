import type { Db } from "~db/client";
import { e164Of } from "~db/phone-number";
import {
  countSkipped,
  findJobResults,
  type ResultSelection,
  withoutHidden,
} from "~db/queries/job-results";
import { findFollowUps, findJobs, findOpenFamilies, findParts, getJob } from "~db/queries/jobs";
import { findJobUsage } from "~db/queries/provider-usage";
import { getSupplement } from "~db/queries/search-history";
import type { JobRow, JobStatus, SkipReason } from "~db/schema";
import { JOB_KIND_NAMES } from "~db/schema/jobs";
import { findAreaCount } from "./area/find-area.server";
import { isFinished, type Job, type JobDetail, regionOf } from "./job";
import { toJob, toJobResult } from "./job-json.server";
import { JOB_KINDS, type JobType, kindsOfType } from "./kinds/registry";
import { jobEuros } from "./ledger/cost.server";
import {
  type RunJobs,
  type SkippedCount,
  type SupplementTerm,
  splitRun,
  wholeProgress,
} from "./progress/job-snapshot";

interface Paging {
  page: number;
  pageSize: number;
}

export async function findJobPage(
  db: Db,
  { type, status, page, pageSize }: { type?: JobType; status?: JobStatus } & Paging,
): Promise<{ jobs: Job[]; total: number }> {
  const kinds = type
    ? kindsOfType(type)
    : JOB_KIND_NAMES.filter((kind) => JOB_KINDS[kind].type !== "bulk");
  const filter = { kinds, ...(status && { status }) };
  const { jobs, total } = await findJobs(db, filter, pageSize, (page - 1) * pageSize);
  return { jobs: await toJobs(db, jobs), total };
}

export async function toJobs(db: Db, rows: readonly JobRow[]): Promise<Job[]> {
  return (await withoutHidden(db, rows)).map(toJob);
}

export async function findJob(db: Db, id: string): Promise<Job | undefined> {
  const row = await getJob(db, id);
  return row && (await toJobs(db, [row]))[0];
}

export async function findPartIds(db: Db, id: string): Promise<string[]> {
  return (await findParts(db, id)).map((part) => part.id);
}

export async function findJobDetail(db: Db, id: string): Promise<JobDetail | undefined> {
  const row = await getJob(db, id);
  const [job] = row === undefined ? [] : await toJobs(db, [row]);
  if (row === undefined || job === undefined) return undefined;
  const usage = await findJobUsage(db, [id]);
  const area = await findAreaCount(db, row);
  return { ...job, area, usage, cost: await jobEuros(db, usage) };
}

export async function findRun(db: Db, row: JobRow): Promise<RunJobs> {
  const parts = await findParts(db, row.id);
  const followUps = await findFollowUps(db, [row.id, ...parts.map((part) => part.id)]);
  const [job = toJob(row), ...shown] = await toJobs(db, [row, ...parts]);
  return { job, parts: shown, followUps: followUps.map(toJob) };
}

export async function findSupplement(db: Db, jobId: string): Promise<SupplementTerm | null> {
  const row = await getSupplement(db, jobId);
  return row === undefined ? null : { query: row.query, generated: row.generated === 1 };
}

/** Lists each run once with its parts. Web searches that a person added later are listed separately. */
export async function findOpenRunList(db: Db) {
  return (await findOpenFamilies(db)).flatMap((family) => {
    const jobs = family.map(toJob);
    const job = jobs.find(({ parentId }) => parentId === null);
    if (job === undefined) return [];
    const of = (kind: Job["kind"]) => jobs.filter((one) => one !== job && one.kind === kind);
    const run = { job, parts: of("web"), followUps: of("reading") };
    return [run, ...splitRun(run).later].flatMap((shown) => {
      if (splitRun(shown).all.every(isFinished)) return [];
      const { id, query } = shown.job;
      return { id, query, region: regionOf(job), progress: wholeProgress(shown) };
    });
  });
}

export async function findResultPage(
  db: Db,
  jobId: string,
  { selection, page, pageSize }: Paging & { selection: ResultSelection },
) {
  const job = await getJob(db, jobId);
  if (job === undefined) return undefined;
  const [{ results, total }, skipped] = await Promise.all([
    findJobResults(db, jobId, selection, pageSize, (page - 1) * pageSize),
    countSkipped(db, jobId),
  ]);
  return {
    results: results.map((result) => {
      const { phone, ...rest } = toJobResult(result, job);
      return { ...rest, phone: phone && e164Of(phone) };
    }),
    total,
    skipped,
  };
}

/** A company stored by two jobs counts as a duplicate. */
export async function countSkippedJointly(
  db: Db,
  jobs: readonly Pick<JobRow, "id" | "stored">[],
  stored: number,
): Promise<SkippedCount[]> {
  const counts = new Map<SkipReason, number>();
  const add = (reason: SkipReason, count: number) => {
    if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count);
  };
  for (const { id } of jobs) {
    for (const { reason, count } of await countSkipped(db, id)) add(reason, count);
  }
  add("duplicate", jobs.reduce((sum, job) => sum + job.stored, 0) - stored);
  return [...counts].map(([reason, count]) => ({ reason, count }));
}
