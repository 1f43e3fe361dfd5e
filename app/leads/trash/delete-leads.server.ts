import { setImmediate as nextTurn } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { findBlockedDomains } from "~db/queries/blocked-domains";
import {
  eraseDeletedLeads,
  findDeletedLeads,
  findDeletedSeqs,
  findDeletedSeqsOfJob,
  findSeqsOfDeletion,
  moveLeadsToTrash,
  restoreLeads,
} from "~db/queries/deleted-leads";
import { getLeadById } from "~db/queries/leads";
import { isoTime } from "../../format/iso-time";
import { inChunks } from "../bulk/bulk-leads.server";
import { displayDomain } from "../domain-key.server";
import { assertFresh } from "../edit/update-lead.server";
import type { ByWhom } from "../store/change-lead.server";

/** Deleted leads can be brought back this long. */
export const TRASH_DAYS = 30;
const DAY_MS = 86_400_000;
/** Leads moved in one transaction; each takes its tags, sources, events and search text along. */
const MOVE_CHUNK = 25;

/** Moves leads to the Papierkorb. The answer's `deletionId` brings them back together. */
export async function deleteLeads(
  db: Db,
  seqs: readonly number[],
  { actor, now }: ByWhom,
): Promise<{ changed: number; deletionId: string }> {
  const deletion = { id: uuid(), at: now, actor };
  const changed = await inChunks(db, seqs, MOVE_CHUNK, (trx, chunk) =>
    moveLeadsToTrash(trx, chunk, deletion),
  );
  return { changed, deletionId: deletion.id };
}

/**
 * Moves one lead to the Papierkorb.
 *
 * @returns the deletion's id; undefined when there is no such lead
 * @throws Refusal 412
 */
export async function deleteLead(
  db: Db,
  id: string,
  { actor, now }: ByWhom,
  ifMatch?: string | null,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await getLeadById(trx, id);
    if (row === undefined) return undefined;
    assertFresh(row, ifMatch);
    const deletion = { id: uuid(), at: now, actor };
    await moveLeadsToTrash(trx, [row.seq], deletion);
    return deletion.id;
  });
}

/** Leads of the Papierkorb: some by their ids, all of one deletion, or those that a job found again. */
export type DeletedSelection =
  | { ids: readonly string[] }
  | { deletionId: string }
  | { jobId: string };

async function findSeqs(db: Db, selection: DeletedSelection): Promise<number[]> {
  if ("ids" in selection) return findDeletedSeqs(db, selection.ids);
  if ("jobId" in selection) return findDeletedSeqsOfJob(db, selection.jobId);
  return findSeqsOfDeletion(db, selection.deletionId);
}

/**
 * Brings leads back as they were. Those of a blocked domain stay in the Papierkorb.
 *
 * @returns `matched` of them lay there, `changed` came back
 */
export async function restoreDeletedLeads(
  db: Db,
  selection: DeletedSelection,
  { actor, now }: ByWhom,
): Promise<{ matched: number; changed: number }> {
  const seqs = await findSeqs(db, selection);
  const changed = await inChunks(db, seqs, MOVE_CHUNK, async (trx, chunk) => {
    const restored = await restoreLeads(trx, chunk, { at: now, actor });
    return restored.length;
  });
  return { matched: seqs.length, changed };
}

/** A page of the Papierkorb, last deleted first. A page past the end is the last one. */
export async function findTrash(db: Db, page: number, pageSize: number) {
  const { total } = await findDeletedLeads(db, 0, 0);
  const shown = Math.min(page, Math.max(1, Math.ceil(total / pageSize)));
  const { leads } = await findDeletedLeads(db, pageSize, (shown - 1) * pageSize);
  const blocked = await findBlockedDomains(
    db,
    leads.map(({ domain }) => domain),
  );
  const entries = leads.map(({ id, domain, companyName, city, deletedAt, deletedBy }) => ({
    id,
    domain: displayDomain(domain),
    companyName,
    city,
    deletedBy,
    deletedAt: isoTime(deletedAt),
    /** When it is erased for good. */
    erasedAt: isoTime(deletedAt + TRASH_DAYS * DAY_MS),
    isBlocked: blocked.has(domain),
  }));
  return { entries, total, page: shown };
}

/** Erases leads of the Papierkorb for good, before their time. */
export async function eraseLeads(db: Db, ids: readonly string[]): Promise<number> {
  return db.transaction().execute((trx) => eraseDeletedLeads(trx, { ids }));
}

/** Erases leads whose time in the Papierkorb is over, some at a time. */
export async function eraseOutdatedLeads(db: Db, now: number): Promise<number> {
  const outdated = { before: now - TRASH_DAYS * DAY_MS, limit: MOVE_CHUNK };
  let erased = 0;
  for (;;) {
    const part = await db.transaction().execute((trx) => eraseDeletedLeads(trx, outdated));
    erased += part;
    if (part < MOVE_CHUNK) return erased;
    await nextTurn();
  }
}
