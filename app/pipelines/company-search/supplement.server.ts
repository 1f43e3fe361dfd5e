import type { Db } from "~db/client";
import { findParts, getJob } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import { askedCount, isFinished } from "../../jobs/job";
import { toJob } from "../../jobs/job-json.server";
import { SearchParamsSchema } from "../../jobs/kinds/job-params.server";
import { queueSearchJob } from "../../jobs/kinds/start-job.server";
import { totalsOf } from "../../jobs/progress/read-snapshot.server";

export function paramsOf({ params }: Pick<JobRow, "params">) {
  return SearchParamsSchema.parse(JSON.parse(params));
}

const mayFindMore = (job: JobRow) => !isFinished(job) && job.phase === "searching";

/**
 * How many companies a search and its parts lack of what was asked for. What a part may still find is not missing.
 *
 * @param searched the part that is just done with searching
 */
export async function countMissing(
  db: Db,
  job: JobRow,
  searched?: string,
): Promise<{ missing: number; isOpen: boolean }> {
  const parts = await findParts(db, job.id);
  const totals = await totalsOf(db, [job, ...parts]);
  const reached = paramsOf(job).goal === "new" ? totals.storedNew : totals.stored;
  const open = parts.filter((part) => part.id !== searched && mayFindMore(part));
  const awaited = open.reduce((sum, part) => sum + part.requested - part.stored, 0);
  return { missing: askedCount(toJob(job)) - reached - awaited, isOpen: open.length > 0 };
}

/**
 * Queues the web search for what a search lacks that goes on by itself, when the last of it and its parts has searched.
 * Belongs in the step with which that one leaves the phase: nothing follows that is not known then.
 */
export async function queueSupplement(trx: Db, searched: JobRow): Promise<void> {
  if (searched.cancelRequestedAt !== null) return;
  const job = searched.parentId === null ? searched : await getJob(trx, searched.parentId);
  if (job === undefined) return;
  const { query, region, enrich, goal, supplement } = paramsOf(job);
  const all = [job, ...(await findParts(trx, job.id))];
  if (!supplement || all.some((one) => one.id !== job.id && paramsOf(one).supplement)) return;
  const others = all.filter(({ id }) => id !== searched.id);
  // Where one was stopped or failed, a person decides about the web.
  const isStopped = ({ status }: JobRow) => status === "cancelled" || status === "failed";
  if (others.some((one) => mayFindMore(one) || isStopped(one))) return;
  const { missing: count } = await countMissing(trx, job, searched.id);
  if (count <= 0) return;
  const params = { query, region, count, enrich, goal, supplement };
  const by = { actor: job.createdBy, now: Date.now() };
  await queueSearchJob(trx, { kind: "web", params, parentId: job.id }, by);
}
