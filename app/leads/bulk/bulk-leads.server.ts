import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "~db/client";
import { findSeqsById } from "~db/queries/lead-bulk";
import { findMatchingSeqs } from "~db/queries/lead-list";
import { formatCount } from "../../format/german";
import { conflict } from "../../refusal";
import { toListFilter } from "../list/find-leads.server";
import type { LeadFilter } from "../list/lead-filters";

const READ_CHUNK = 5_000;

/** The leads that a bulk action is about. */
export type Selection = { ids: readonly string[] } | { filter: LeadFilter; expectedCount: number };

/** The internal numbers of all leads that a filter matches, growing, read without long pauses. */
async function findAllMatching(db: Db, filter: LeadFilter, timeZone: string): Promise<number[]> {
  const listFilter = toListFilter(filter, timeZone);
  const seqs: number[] = [];
  for (;;) {
    const after = seqs.at(-1) ?? 0;
    const chunk = await findMatchingSeqs(db, listFilter, { after, limit: READ_CHUNK });
    seqs.push(...chunk);
    if (chunk.length < READ_CHUNK) return seqs;
    await nextTurn();
  }
}

/**
 * @throws Refusal 409 when the filter matches another number than the person who acts saw
 */
export async function findSelectedSeqs(
  db: Db,
  selection: Selection,
  timeZone: string,
): Promise<number[]> {
  if ("ids" in selection) return findSeqsById(db, selection.ids);
  const seqs = await findAllMatching(db, selection.filter, timeZone);
  if (seqs.length !== selection.expectedCount) {
    const leads = (count: number) => formatCount(count, "Lead", "Leads");
    throw conflict(
      `Der Filter trifft jetzt ${leads(seqs.length)}, nicht ${leads(selection.expectedCount)}. Nichts wurde geändert.`,
    );
  }
  return seqs;
}

/** Counts every match, where the list may stop at a cap. */
export async function countExactly(db: Db, filter: LeadFilter, timeZone: string): Promise<number> {
  return (await findAllMatching(db, filter, timeZone)).length;
}

/** Works through many leads in chunks, one transaction each, letting others write in between. */
export async function inChunks(
  db: Db,
  seqs: readonly number[],
  size: number,
  work: (trx: Db, chunk: readonly number[]) => Promise<number>,
): Promise<number> {
  let changed = 0;
  for (let start = 0; start < seqs.length; start += size) {
    const chunk = seqs.slice(start, start + size);
    changed += await db.transaction().execute((trx) => work(trx, chunk));
    await nextTurn();
  }
  return changed;
}
