import { type Kysely, sql } from "kysely";

/** The email that a person is writing to a lead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE lead_drafts (
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    person TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    hints TEXT NOT NULL,
    tone TEXT NOT NULL,
    instructions TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (lead_seq, person)
  )`.execute(db);
}
