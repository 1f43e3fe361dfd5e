import { sql, type Updateable } from "kysely";
import type { Db } from "../client";
import { labelKey } from "../fold";
import type { LeadsTable } from "../schema";
import { extendDocuments, listed, parseList, refreshDocuments } from "./lead-search";
import { insertTags } from "./leads";

/** The fields that a change of many leads needs of each; leads that are not there are missing. */
export interface BulkLead {
  seq: number;
  approvedAt: number | null;
  /** Sorted as they are known. */
  tags: string[];
}

export async function findBulkLeads(db: Db, seqs: readonly number[]): Promise<BulkLead[]> {
  const { rows } = await sql<Omit<BulkLead, "tags"> & { tags: string }>`
    SELECT seq, approved_at, (SELECT json_group_array(spelling ORDER BY lead_tags.tag)
      FROM lead_tags JOIN lead_tag_counts USING (tag) WHERE lead_seq = leads.seq) AS tags
    FROM leads WHERE seq IN ${listed(seqs)}`.execute(db);
  return rows.map((row) => ({ ...row, tags: parseList(row.tags) }));
}

export async function hasLeadWithoutEmail(db: Db, seqs: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom("leads")
    .select("seq")
    .where("seq", "in", listed(seqs))
    .where("email", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The internal number of the lead that was stored last; 0 for an empty store. */
export async function getLastSeq(db: Db): Promise<number> {
  const row = await db
    .selectFrom("leads")
    .select((eb) => eb.fn.max("seq").as("seq"))
    .executeTakeFirst();
  return row?.seq ?? 0;
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
  await insertTags(
    db,
    seqs.map((seq) => [seq, tag]),
  );
  await extendDocuments(db, seqs, tag);
}

export async function removeTag(db: Db, seqs: readonly number[], tag: string): Promise<void> {
  await db
    .deleteFrom("leadTags")
    .where("tag", "=", labelKey(tag))
    .where(sql<boolean>`lead_seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`)
    .execute();
  await refreshDocuments(db, seqs);
}

/** Writes the same values to many leads, and with them their version and the time of the change. */
export async function changeLeads(
  db: Db,
  seqs: readonly number[],
  change: Pick<Updateable<LeadsTable>, "approved" | "approvedAt">,
  at: number,
): Promise<void> {
  await db
    .updateTable("leads")
    .set({ ...change, version: sql<number>`version + 1`, updatedAt: at })
    .where("seq", "in", listed(seqs))
    .execute();
}
