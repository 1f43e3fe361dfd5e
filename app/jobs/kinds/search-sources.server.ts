import type { Db } from "~db/client";
import { withoutHidden } from "~db/queries/job-results";
import { findParts, getJob } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import { formatCount } from "../../format/german";
import { isFinished, requestedCount } from "../job";
import { toJob } from "../job-json.server";
import { totalsOf } from "../progress/read-snapshot.server";
import { type SearchParams, searchParamsOf } from "./job-params.server";
import {
  type QueuedBy,
  queueSearchJob,
  type SearchJobInput,
  type StartServices,
} from "./start-job.server";

/** A map search that finds too few tries the towns of its state, then the web, then the web with another term. */

/** Reads keys from the store: call it before a transaction begins. */
export async function planWebPart(
  { providers }: Pick<StartServices, "providers">,
  params: SearchParams,
  requested: number,
): Promise<{ job: SearchJobInput | null; warnings: string[] }> {
  const rest = params.count - requested;
  if (rest <= 0) return { job: null, warnings: [] };
  if ((await providers.webSearch()) === null) {
    const others = formatCount(rest, "weitere Firma", "weiteren Firmen");
    const warning = `Die Kartensuche liefert höchstens ${requested} Firmen. Für die ${others} fehlt der Schlüssel von Serper (siehe Einstellungen).`;
    return { job: null, warnings: [warning] };
  }
  const web = { ...params, supplement: undefined, count: rest };
  return { job: { kind: "web", params: web }, warnings: [] };
}

const mayFindMore = (job: JobRow) => !isFinished(job) && job.phase === "searching";

export async function countMissing(
  db: Db,
  job: JobRow,
  endedId?: string,
): Promise<{ missing: number; isOpen: boolean }> {
  const parts = await findParts(db, job.id);
  const totals = await totalsOf(db, await withoutHidden(db, [job, ...parts]));
  const reached = searchParamsOf(job).goal === "new" ? totals.storedNew : totals.stored;
  const open = parts.filter((part) => part.id !== endedId && mayFindMore(part));
  const awaited = open.reduce((sum, part) => sum + part.requested - part.stored, 0);
  return { missing: requestedCount(toJob(job)) - reached - awaited, isOpen: open.length > 0 };
}

export function queueSupplement(
  trx: Db,
  job: JobRow,
  {
    warnings,
    ...own
  }: Pick<SearchParams, "query" | "count" | "supplement"> & { warnings?: string[] },
  by: QueuedBy,
): Promise<JobRow> {
  const { region, enrich, goal } = searchParamsOf(job);
  const params = { region, enrich, goal, ...own };
  return queueSearchJob(trx, { kind: "web", params, parentId: job.id, warnings }, by);
}

/** Call in the step that ends the searching phase: wholeProgress() relies on it. */
export async function continueSearch(trx: Db, searched: JobRow): Promise<void> {
  if (searched.cancelRequestedAt !== null) return;
  const job = searched.parentId === null ? searched : await getJob(trx, searched.parentId);
  if (job === undefined) return;
  const { query, supplement } = searchParamsOf(job);
  const parts = await findParts(trx, job.id);
  if (!supplement || parts.some((part) => searchParamsOf(part).supplement)) return;
  // After a cancel or a failure, a person decides whether to search the web.
  const isStopped = ({ status }: JobRow) => status === "cancelled" || status === "failed";
  const others = [job, ...parts].filter(({ id }) => id !== searched.id);
  if (others.some((one) => mayFindMore(one) || isStopped(one))) return;
  const { missing: count } = await countMissing(trx, job, searched.id);
  if (count <= 0) return;
  await queueSupplement(
    trx,
    job,
    { query, count, supplement },
    { actor: job.createdBy, now: Date.now() },
  );
}
