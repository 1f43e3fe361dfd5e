import { type Kysely, sql } from "kysely";

const statements = [
  "ALTER TABLE jobs ADD COLUMN resume_at INTEGER",
  "ALTER TABLE lead_enrichments ADD COLUMN note TEXT",
  "ALTER TABLE lead_enrichments ADD COLUMN awaits_model INTEGER",
  "UPDATE lead_enrichments SET awaits_model = 1 WHERE basis = 'rules' AND problem IS NULL",
];

/** A job may wait for a time, and a website may be read whose company the language model has yet to judge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}
