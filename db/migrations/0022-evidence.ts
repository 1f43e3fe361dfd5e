import { type Kysely, sql } from "kysely";

/** What findings say of a lead beyond its sources and events: sentences of pages, and values that lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE leads ADD COLUMN imprint TEXT`.execute(db);
  await sql`CREATE TABLE lead_evidence (
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    id TEXT NOT NULL,
    source TEXT NOT NULL,
    provider TEXT,
    job_id TEXT,
    url TEXT,
    facts TEXT NOT NULL,
    found_at INTEGER NOT NULL
  )`.execute(db);
  // Without row ids a row of more than a kilobyte would take a page of its own.
  await sql`CREATE INDEX lead_evidence_by_lead ON lead_evidence (lead_seq)`.execute(db);
}
