import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "~db/client";
import { findSeqsOfAction } from "~db/queries/actions";
import { eraseDeletedLeads, findDeletedSeqs, moveLeadsToTrash } from "~db/queries/deleted-leads";
import { findImportedSeqs } from "~db/queries/imports";
import { countLeads, findHits, findPageSeqs } from "~db/queries/lead-list";
import type { JobRow } from "~db/schema";
import { timedSteps } from "~db/timed-steps";
import type { Flash } from "../../http/flash.server";
import { toListFilter } from "../list/find-leads.server";
import type { LeadFilter } from "../list/lead-filter-schema";
import { parsePageQuery } from "../list/parse-query.server";
import { restoreUnblocked } from "../store/blocked-companies.server";
import type { Author } from "../store/change-lead.server";
import { jobOfImport, undoActionOf, undoImportOf } from "../undo/undo-action.server";
import type { BulkParams } from "./bulk-params.server";
import { markChunk } from "./mark-leads.server";
import { actionText, isPageAction, PAGE_ACTIONS, reportBulk } from "./page-actions";

/** Larger selections run as a job. */
const MAX_IMMEDIATE = 200;
const READ_CHUNK = 5_000;

export interface BulkServices {
  db: Db;
  timeZone: string;
  startBulk(params: BulkParams, count: number, actor: string): Promise<JobRow>;
}

async function findAllMatching(db: Db, filter: LeadFilter, timeZone: string): Promise<number[]> {
  const hits = await findHits(db, toListFilter(filter, timeZone));
  const order = { sort: "createdAt", dir: "asc", limit: READ_CHUNK } as const;
  const seqs: number[] = [];
  for (;;) {
    const seq = seqs.at(-1) ?? 0;
    const chunk = await findPageSeqs(db, { ...order, after: { key: seq, seq } }, hits);
    seqs.push(...chunk);
    if (chunk.length < READ_CHUNK) return seqs;
    await nextTurn();
  }
}

/** Also counts text searches beyond the list's limit. */
export async function countExactly(db: Db, filter: LeadFilter, timeZone: string): Promise<number> {
  const { count, isExact } = await countLeads(db, toListFilter(filter, timeZone));
  return isExact ? count : (await findAllMatching(db, filter, timeZone)).length;
}

export async function findBulkSeqs(
  db: Db,
  { name, filter, upTo = Number.MAX_SAFE_INTEGER, seqs, undoes, before, importId }: BulkParams,
  timeZone: string,
): Promise<number[]> {
  if (seqs !== undefined) return seqs;
  if (filter !== undefined) {
    const { query } = parsePageQuery(new URLSearchParams(filter));
    return (await findAllMatching(db, query, timeZone)).filter((seq) => seq <= upTo);
  }
  if (undoes !== undefined) return findSeqsOfAction(db, undoes);
  if (before !== undefined) return findDeletedSeqs(db, { before });
  if (importId !== undefined) return findImportedSeqs(db, await jobOfImport(db, importId));
  throw new Error(`${name} of no leads`);
}

/** Runs in the caller's transaction. A job ends with one call without leads. */
export async function applyBulk(
  trx: Db,
  seqs: readonly number[],
  params: BulkParams,
  { actor, now: at, left = [] }: Author,
): Promise<number> {
  const { name, tag, owner, followUpAt, reason, actionId: id = "" } = params;
  const { before, undoes, importId } = params;
  if (importId !== undefined) return undoImportOf(trx, seqs, importId, { id, actor, at });
  if (seqs.length === 0) return 0;
  if (name === "erase" && before !== undefined) return eraseDeletedLeads(trx, { seqs, before });
  const isUndo = undoes !== undefined && !params.isRedo ? 1 : 0;
  const action = { id, text: actionText(params), isUndo } as const;
  const by = { actor, at, now: at, left, action };
  if (undoes !== undefined) return undoActionOf(trx, seqs, undoes, { id, ...by });
  if (name === "restore") return (await restoreUnblocked(trx, seqs, by)).length;
  if (name === "delete" || name === "block") {
    const objection = reason === undefined ? undefined : { reason, at, actor };
    return moveLeadsToTrash(trx, seqs, { id, objection, ...by });
  }
  if (!isPageAction(name) || name === "enrich")
    throw new Error(`${name} is done to no leads one by one`);
  return markChunk(trx, seqs, { tag, owner, followUpAt, ...PAGE_ACTIONS[name] }, by);
}

export interface BulkOutcome {
  matched: number;
  changed: number;
  actionId?: string | undefined;
  jobId?: string;
  /** The title of the job that it runs as; `changed` is not known yet. */
  underWay?: string;
}

export async function runBulk(
  { db, timeZone, startBulk }: BulkServices,
  params: BulkParams,
  count: number,
  by: Author,
): Promise<BulkOutcome> {
  const { actionId } = params;
  if (count > MAX_IMMEDIATE) {
    const { id: jobId, query: underWay } = await startBulk(params, count, by.actor);
    return { matched: count, changed: 0, actionId, jobId, underWay };
  }
  const seqs = await findBulkSeqs(db, params, timeZone);
  let changed = 0;
  let next = 0;
  for await (const size of timedSteps()) {
    const chunk = seqs.slice(next, next + size);
    if (chunk.length === 0) break;
    changed += await db.transaction().execute((trx) => applyBulk(trx, chunk, params, by));
    next += chunk.length;
  }
  return { matched: seqs.length, changed, actionId };
}

/** @param isInPlace the page shows the progress of jobs */
export function outcomeReply(
  done: Parameters<typeof reportBulk>[0],
  { underWay, jobId, actionId, ...counts }: BulkOutcome,
  isInPlace = false,
): { flash: Flash } | { to: string } {
  if (underWay !== undefined) {
    return isInPlace ? { flash: { text: `Läuft: ${underWay}.` } } : { to: `/ergebnisse/${jobId}` };
  }
  const text = reportBulk(done, counts);
  if (counts.changed === 0) return { flash: { text, tone: "warn" } };
  return { flash: actionId === undefined ? { text } : { text, undo: { actionId } } };
}
