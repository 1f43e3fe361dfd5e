import { sql } from "kysely";
import type { Db } from "../client";
import type { LeadRow } from "../schema";
import { findNotes, notesText } from "./lead-notes";
import { refreshDocuments, refreshTerms } from "./search-index";

/** Rows that move with a merge, and the key by which they return. A test knows what becomes of the other tables. */
export const MOVES = {
  job_results: "json_array(job_id, position)",
  lead_notes: "id",
  lead_sources: "id",
  lead_evidence: "id",
  lead_drafts: "person",
  merged_leads: "seq",
};

/** @returns the keys of the rows that moved, as JSON */
export async function moveRows(db: Db, from: number, to: number): Promise<string> {
  const moved: Record<string, unknown[]> = {};
  for (const [table, key] of Object.entries(MOVES)) {
    const update = sql<{ key: unknown }>`UPDATE OR IGNORE ${sql.table(table)} SET lead_seq = ${to}
      WHERE lead_seq = ${from} RETURNING ${sql.raw(key)} AS key`;
    moved[table] = (await update.execute(db)).rows.map((row) => row.key);
  }
  return JSON.stringify(moved);
}

/** Returns rows that moved, and what jobs found at the merged lead's domain alone. */
export async function returnRows(
  db: Db,
  { seq, moved, domain, deletedAt: at }: Merged,
  lead: Pick<LeadRow, "seq">,
): Promise<void> {
  await sql`UPDATE job_results SET lead_seq = ${seq}
    WHERE lead_seq = ${lead.seq} AND domain = ${domain}`.execute(db);
  const ofJob = (one: number) => sql`(SELECT job_id FROM job_results WHERE lead_seq = ${one})`;
  const isSince = sql`found_at >= ${at} AND job_id IN ${ofJob(seq)} AND job_id NOT IN ${ofJob(lead.seq)}`;
  for (const [table, key] of Object.entries(MOVES)) {
    const isFound = table === "lead_sources" || table === "lead_evidence" ? isSince : sql`false`;
    await sql`UPDATE OR IGNORE ${sql.table(table)} SET lead_seq = ${seq} WHERE lead_seq = ${lead.seq}
      AND (${sql.raw(key)} IN (SELECT value FROM json_each(${moved}, ${sql.lit(`$.${table}`)})) OR ${isFound})`.execute(
      db,
    );
  }
  await sql`DELETE FROM lead_evidence
    WHERE lead_seq = ${lead.seq} AND source = 'merge' AND found_at = ${at}`.execute(db);
}

/** Rebuilds what follows from rows that moved. */
export async function refreshMoved(db: Db, seqs: readonly number[]): Promise<void> {
  for (const seq of seqs) {
    const notes = notesText(await findNotes(db, seq));
    const change = { notes, version: sql<number>`version + 1` };
    await db.updateTable("leads").set(change).where("seq", "=", seq).execute();
  }
  await refreshTerms(db, seqs);
  await refreshDocuments(db, seqs);
}

export type Merged = Awaited<ReturnType<typeof findMerged>>[number];

/** Leads that this one took over, the newest first; `via` is the domain of a further lead that had taken one over. */
export async function findMerged(db: Db, leadSeq: number) {
  const kept = db
    .selectFrom("mergedLeads as m")
    .innerJoin("deletedLeads", "deletedLeads.seq", "m.seq");
  const merged = kept.select(["id", "domain", "deletionId", "deletedAt", "m.seq", "moved"]);
  const all = await merged.where("leadSeq", "=", leadSeq).orderBy("deletedAt", "desc").execute();
  const took = (moved: string, seq: number) => JSON.parse(moved).merged_leads.includes(seq);
  return all.map((one) => ({ ...one, via: all.find(({ moved }) => took(moved, one.seq))?.domain }));
}

/** The lead that took over another one, by the id of either the other one or the merge. */
export async function findMergedInto(db: Db, id: string) {
  const { rows } = await sql<
    Pick<LeadRow, "id" | "seq" | "domain"> & { otherId: string; isInTrash: 0 | 1 }
  >`SELECT ifnull(leads.id, gone.id) AS id, lead_seq AS seq, ifnull(leads.domain, gone.domain) AS domain,
      d.id AS other_id, leads.id IS NULL AS is_in_trash
    FROM deleted_leads AS d JOIN merged_leads AS m ON m.seq = d.seq
      LEFT JOIN leads ON leads.seq = lead_seq LEFT JOIN deleted_leads AS gone ON gone.seq = lead_seq
    WHERE d.id = ${id} OR d.deletion_id = ${id}`.execute(db);
  return rows[0];
}

/** Every lookup by domain joins these: each domain as `asked`, and `own`, that of the lead that took it over, or itself. */
export const ownDomains = (domains: readonly string[]) => sql`(SELECT asked.value AS asked,
    coalesce(leads.domain, gone.domain, asked.value) AS own FROM json_each(${JSON.stringify(domains)}) AS asked
    LEFT JOIN deleted_leads AS d ON d.domain = asked.value LEFT JOIN merged_leads AS m ON m.seq = d.seq
    LEFT JOIN leads ON leads.seq = m.lead_seq LEFT JOIN deleted_leads AS gone ON gone.seq = m.lead_seq)`;

export async function findOwnDomains(
  db: Db,
  domains: readonly string[],
): Promise<Map<string, string>> {
  const query = sql<{ asked: string; own: string }>`SELECT * FROM ${ownDomains(domains)}`;
  const { rows } = await query.execute(db);
  return new Map(rows.map(({ asked, own }) => [asked, own]));
}
