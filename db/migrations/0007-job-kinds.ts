import { type Kysely, sql } from "kysely";

const statements = [
  "ALTER TABLE jobs ADD COLUMN kind TEXT NOT NULL DEFAULT ''",
  `UPDATE jobs SET kind = CASE
    WHEN type = 'serp' THEN 'web'
    WHEN type = 'csv' THEN iif(params ->> '$.mode' = 'import', 'import', 'contacts')
    WHEN type = 'enrichment' AND params ->> '$.mode' = 'sites' THEN 'reading'
    ELSE type END`,
  // The kind says it now; a job that is started again is compared with the old one by its params.
  "UPDATE jobs SET params = json_remove(params, '$.mode') WHERE params ->> '$.mode' IS NOT NULL",
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
