import { type Kysely, sql } from "kysely";

/** How well each lead fits those that the team approved; apart from the leads, since all of them change at once. */
const statements = [
  `CREATE TABLE lead_fits (
    seq INTEGER PRIMARY KEY REFERENCES leads (seq) ON DELETE CASCADE,
    fit INTEGER NOT NULL DEFAULT 0,
    alike TEXT
  )`,
  `CREATE INDEX lead_fits_by_fit ON lead_fits (fit, seq)`,
  `CREATE INDEX lead_fits_above ON lead_fits (seq) WHERE fit > 0`,
  `INSERT INTO lead_fits (seq) SELECT seq FROM leads`,
  `CREATE TRIGGER lead_fits_insert AFTER INSERT ON leads BEGIN
    INSERT INTO lead_fits (seq) VALUES (new.seq);
  END`,
  `CREATE INDEX leads_by_approval ON leads (approved_at, seq) WHERE approved = 1`,
  // Deletions are judged without reading their snapshots.
  `CREATE INDEX deleted_leads_by_judgement ON deleted_leads (deleted_at, seq, deletion_id, id, domain)`,
  `CREATE INDEX leads_refuted ON leads (seq)
    WHERE sales_score IS NULL AND instr(edited_fields, '"salesScore"') > 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
