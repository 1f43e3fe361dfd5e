import { type Kysely, sql } from "kysely";

const statements = [
  "ALTER TABLE jobs ADD COLUMN kind TEXT NOT NULL DEFAULT ''",
  // The kind says what the mode said; a job that is started again is compared with the old one by its params.
  `UPDATE jobs SET
    kind = CASE type || ifnull(params ->> '$.mode', '')
      WHEN 'serp' THEN 'web'
      WHEN 'csv' THEN 'contacts' WHEN 'csvcontacts' THEN 'contacts' WHEN 'csvimport' THEN 'import'
      WHEN 'enrichmentsites' THEN 'reading'
      ELSE type END,
    params = json_remove(params, '$.mode')`,
  "DROP INDEX jobs_by_type",
  "ALTER TABLE jobs DROP COLUMN type",
  "CREATE INDEX jobs_by_kind ON jobs (kind, created_at, id)",
];

/** One word says what a job does, in the place of a type and a mode among its params. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}
