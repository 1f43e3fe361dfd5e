import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import type { Db } from "../client";
import type { LeadEvidenceRow } from "../schema";

type NewEvidence = Omit<LeadEvidenceRow, "id">;

/** Writes what findings say of leads, but for what the same source has said in the same words before. */
export async function addEvidence(db: Db, rows: readonly NewEvidence[]): Promise<void> {
  for (const { leadSeq, source, provider, jobId, url, facts, foundAt } of rows) {
    await sql`INSERT INTO lead_evidence (lead_seq, id, source, provider, job_id, url, facts, found_at)
      SELECT ${leadSeq}, ${uuid()}, ${source}, ${provider}, ${jobId}, ${url}, ${facts}, ${foundAt}
      WHERE NOT EXISTS (SELECT 1 FROM lead_evidence WHERE lead_seq = ${leadSeq} AND source = ${source}
        AND provider IS ${provider} AND url IS ${url} AND facts = ${facts})`.execute(db);
  }
}

export async function findEvidence(db: Db, leadSeq: number): Promise<LeadEvidenceRow[]> {
  const kept = db.selectFrom("leadEvidence").selectAll().where("leadSeq", "=", leadSeq);
  return kept.orderBy("id").execute();
}
