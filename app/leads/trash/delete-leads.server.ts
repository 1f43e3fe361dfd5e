import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { findBlockedDomains } from "~db/queries/blocked-domains";
import {
  countDeleted,
  eraseDeletedLeads,
  findDeletedPage,
  findDeletedSeqs,
  findDeletedSeqsOfJob,
  moveLeadsToTrash,
} from "~db/queries/deleted-leads";
import { getLeadById } from "~db/queries/leads";
import { isoTime } from "../../format/iso-time";
import { type BulkOutcome, type BulkServices, runBulk } from "../bulk/bulk-leads.server";
import { displayDomain } from "../domain-key.server";
import { assertFresh } from "../edit/update-lead.server";
import type { ByWhom } from "../store/change-lead.server";

/** Deleted leads can be brought back this long. */
export const TRASH_DAYS = 30;
const DAY_MS = 86_400_000;

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
  | { foundBy: string };

/**
 * Brings leads back as they were. Those of a blocked domain stay in the Papierkorb.
 *
 * @returns `matched` of them lay there, `changed` came back
 */
export async function restoreDeletedLeads(
  services: BulkServices,
  selection: DeletedSelection,
  by: ByWhom,
): Promise<BulkOutcome> {
  const { db } = services;
  const name = "restore";
  if ("deletionId" in selection) {
    return runBulk(services, { name, ...selection }, await countDeleted(db, selection), by);
  }
  const seqs = await ("ids" in selection
    ? findDeletedSeqs(db, selection)
    : findDeletedSeqsOfJob(db, selection.foundBy));
  return runBulk(services, { name, seqs }, seqs.length, by);
}

/** A page of the Papierkorb, last deleted first. A page past the end is the last one. */
export async function findTrash(db: Db, page: number, pageSize: number) {
  const { rows, ...shown } = await findDeletedPage(db, page, pageSize);
  const domains = rows.map(({ domain }) => domain);
  const blocked = await findBlockedDomains(db, domains);
  const entries = rows.map(({ id, domain, companyName, city, deletedAt, deletedBy }) => ({
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
  return { entries, ...shown };
}

/** Erases leads of the Papierkorb for good, before their time. */
export async function eraseLeads(db: Db, ids: readonly string[]): Promise<number> {
  return db.transaction().execute((trx) => eraseDeletedLeads(trx, { ids }));
}

/** Erases leads whose time in the Papierkorb is over. */
export async function eraseOutdatedLeads(
  services: BulkServices,
  now: number,
): Promise<BulkOutcome> {
  const params = { name: "erase" as const, before: now - TRASH_DAYS * DAY_MS };
  const count = await countDeleted(services.db, params);
  return runBulk(services, params, count, { actor: "Papierkorb", now });
}
