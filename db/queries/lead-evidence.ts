import { CompiledQuery } from "kysely";
import { v7 as uuid } from "uuid";
import type { Db } from "../client";
import type { LeadEvidenceRow } from "../schema";

type NewEvidence = Omit<LeadEvidenceRow, "id">;

const ADD = `INSERT INTO lead_evidence (lead_seq, source, provider, url, facts, job_id, found_at, id)
  SELECT * FROM (SELECT ? AS seq, ? AS source, ? AS provider, ? AS url, ? AS facts, ?, ?, ?) AS new
  WHERE new.source = 'manual' OR NOT EXISTS (SELECT 1 FROM lead_evidence AS old WHERE lead_seq = seq AND old.source = new.source
    AND old.provider IS new.provider AND old.url IS new.url AND old.facts = new.facts)`;

export async function addEvidence(db: Db, rows: readonly NewEvidence[]): Promise<void> {
  for (const { leadSeq, source, provider, url, facts, jobId, foundAt } of rows) {
    const values = [leadSeq, source, provider, url, facts, jobId, foundAt, uuid()];
    await db.executeQuery(CompiledQuery.raw(ADD, values));
  }
}

export async function findEvidence(db: Db, leadSeq: number): Promise<LeadEvidenceRow[]> {
  const kept = db.selectFrom("leadEvidence").selectAll().where("leadSeq", "=", leadSeq);
  return kept.orderBy("id").execute();
}
