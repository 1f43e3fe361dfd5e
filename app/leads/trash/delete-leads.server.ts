import { v7 as uuid } from "uuid";
import { type Db, emptyLog } from "~db/client";
import {
  countDeleted,
  eraseDeletedLeads,
  findDeletedPage,
  findDeletedSeqs,
  findDeletedSeqsOfJob,
  type TrashFilter,
} from "~db/queries/deleted-leads";
import { eraseTraces } from "~db/queries/erase-traces";
import { getLeadById } from "~db/queries/leads";
import { isoTime } from "../../format/iso-time";
import { displayDomain } from "../../reading/companies/domain-key.server";
import { applyBulk, type BulkOutcome, type BulkServices, runBulk } from "../bulk/bulk-leads.server";
import { assertFresh } from "../edit/update-lead.server";
import { findBlockedDeleted } from "../store/blocked-companies.server";
import type { Author } from "../store/change-lead.server";

export const TRASH_DAYS = 30;
const DAY_MS = 86_400_000;

/** @throws Refusal 412 for a stale `ifMatch` */
export async function deleteLead(
  db: Db,
  id: string,
  { actor, now }: Author,
  ifMatch?: string | null,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await getLeadById(trx, id);
    if (row === undefined) return false;
    assertFresh(row, ifMatch);
    await applyBulk(trx, [row.seq], { name: "delete", actionId: uuid() }, { actor, now });
    return true;
  });
}

export type DeletedSelection =
  | Extract<TrashFilter, { ids: unknown }>
  | { before: number }
  | { foundBy: string };

/** Leads of a blocked domain, address or number stay in the trash. */
export async function restoreDeletedLeads(
  services: BulkServices,
  selection: DeletedSelection,
  by: Author,
): Promise<BulkOutcome> {
  const { db } = services;
  const params = { name: "restore", actionId: uuid() } as const;
  if ("before" in selection) {
    return runBulk(services, { ...params, ...selection }, await countDeleted(db, selection), by);
  }
  const seqs = await ("ids" in selection
    ? findDeletedSeqs(db, selection)
    : findDeletedSeqsOfJob(db, selection.foundBy));
  return runBulk(services, { ...params, seqs }, seqs.length, by);
}

export async function findTrash(db: Db, page: number, pageSize: number, q = "") {
  const { rows, ...shown } = await findDeletedPage(db, page, pageSize, q);
  const blocked = await findBlockedDeleted(
    db,
    rows.map(({ seq }) => seq),
  );
  const entries = rows.map(({ seq, ...row }) => ({
    ...row,
    domain: displayDomain(row.domain),
    deletedAt: isoTime(row.deletedAt),
    /** What keeps it here: its domain, an address or a number. */
    blocked: blocked.get(seq) ?? null,
  }));
  return { entries, ...shown };
}

export async function eraseLeads(db: Db, which: TrashFilter): Promise<number> {
  await eraseTraces(db, which);
  const erased = db.transaction().execute((trx) => eraseDeletedLeads(trx, which));
  return erased.finally(() => emptyLog(db));
}

export async function eraseOutdatedLeads(
  services: BulkServices,
  now: number,
): Promise<BulkOutcome> {
  const params = { name: "erase" as const, before: now - TRASH_DAYS * DAY_MS };
  const count = await countDeleted(services.db, params);
  if (count > 0) await eraseTraces(services.db, params);
  const erased = runBulk(services, params, count, { actor: "Papierkorb", now });
  return erased.finally(() => emptyLog(services.db));
}
