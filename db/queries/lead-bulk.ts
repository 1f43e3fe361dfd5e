import { sql } from "kysely";
import type { Db } from "../client";
import { labelKey } from "../fold";
import type { Change, LeadRow } from "../schema";
import { insertTags } from "./leads";
import { listed } from "./read-rows";
import { parseList, refreshDocuments } from "./search-index";

export interface BulkLead extends Pick<LeadRow, "seq" | "approvedAt" | "owner" | "followUpAt"> {
  tags: string[];
}

export async function findBulkLeads(db: Db, seqs: readonly number[]): Promise<BulkLead[]> {
  const { rows } = await sql<Omit<BulkLead, "tags"> & { tags: string }>`
    SELECT seq, approved_at, owner, follow_up_at, (SELECT json_group_array(spelling ORDER BY lead_tags.tag)
      FROM lead_tags JOIN lead_tag_counts USING (tag) WHERE lead_seq = leads.seq) AS tags
    FROM leads WHERE seq IN ${listed(seqs)}`.execute(db);
  return rows.map((row) => ({ ...row, tags: parseList(row.tags) }));
}

export async function hasLeadWithoutEmail(db: Db, seqs: readonly number[]): Promise<boolean> {
  const query = db.selectFrom("leads").select("seq").where("seq", "in", listed(seqs));
  return (await query.where("email", "is", null).limit(1).executeTakeFirst()) !== undefined;
}

export async function getLastSeq(db: Db): Promise<number> {
  const query = db.selectFrom("leads").select((eb) => eb.fn.max("seq").as("seq"));
  return (await query.executeTakeFirst())?.seq ?? 0;
}

/** Ascending; unknown ids are left out. */
export async function findSeqsById(db: Db, ids: readonly string[]): Promise<number[]> {
  const query = db.selectFrom("leads").select("seq").where("id", "in", listed(ids));
  return (await query.orderBy("seq").execute()).map(({ seq }) => seq);
}

/** Expects leads without the tag. */
export async function addTag(db: Db, seqs: readonly number[], tag: string): Promise<void> {
  await insertTags(
    db,
    seqs.map((seq) => [seq, tag]),
  );
  await refreshDocuments(db, seqs);
}

export async function removeTag(db: Db, seqs: readonly number[], tag: string): Promise<void> {
  const query = db.deleteFrom("leadTags").where("tag", "=", labelKey(tag));
  await query.where("leadSeq", "in", listed(seqs)).execute();
  await refreshDocuments(db, seqs);
}

export async function changeLeads(
  db: Db,
  seqs: readonly number[],
  change: Pick<Change<"leads">, "approved" | "approvedAt" | "owner" | "followUpAt">,
  at: number,
): Promise<void> {
  await db
    .updateTable("leads")
    .set({ ...change, version: sql<number>`version + 1`, updatedAt: at })
    .where("seq", "in", listed(seqs))
    .execute();
}
