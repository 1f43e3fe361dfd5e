import { sql } from "kysely";
import type { Db } from "../client";
import { labelKey } from "../fold";
import { refreshDocuments } from "./lead-search";
import { keepSpelling } from "./leads";

/** The fields that a change of many leads needs of each; leads that are not there are missing. */
export interface BulkLead {
  seq: number;
  approvedAt: number | null;
}

function listed(seqs: readonly number[]) {
  return sql<boolean>`seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`;
}

export async function findBulkLeads(db: Db, seqs: readonly number[]): Promise<BulkLead[]> {
  return db.selectFrom("leads").select(["seq", "approvedAt"]).where(listed(seqs)).execute();
}

export async function hasLeadWithoutEmail(db: Db, seqs: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom("leads")
    .select("seq")
    .where(listed(seqs))
    .where("email", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The internal numbers of leads by their public ids, growing; ids that are not there are missing. */
export async function findSeqsById(db: Db, ids: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom("leads")
    .select("seq")
    .where(sql<boolean>`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .orderBy("seq")
    .execute();
  return rows.map(({ seq }) => seq);
}

/** Gives leads a tag that none of them has. */
export async function addTag(db: Db, seqs: readonly number[], tag: string): Promise<void> {
  await keepSpelling(db, tag);
  await sql`INSERT INTO lead_tags (lead_seq, tag)
    SELECT value, ${labelKey(tag)} FROM json_each(${JSON.stringify(seqs)})`.execute(db);
  await refreshDocuments(db, seqs);
}

export async function removeTag(db: Db, seqs: readonly number[], tag: string): Promise<void> {
  await db
    .deleteFrom("leadTags")
    .where("tag", "=", labelKey(tag))
    .where(sql<boolean>`lead_seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`)
    .execute();
  await refreshDocuments(db, seqs);
}

/** Approves leads as of a time, or takes the approval back. */
export async function setApproval(
  db: Db,
  seqs: readonly number[],
  approvedAt: number | null,
): Promise<void> {
  await db
    .updateTable("leads")
    .set({ approved: approvedAt === null ? 0 : 1, approvedAt })
    .where(listed(seqs))
    .execute();
}

export async function touchLeads(db: Db, seqs: readonly number[], at: number): Promise<void> {
  await db
    .updateTable("leads")
    .set({ version: sql<number>`version + 1`, updatedAt: at })
    .where(listed(seqs))
    .execute();
}
