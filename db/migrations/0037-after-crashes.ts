import { type Kysely, sql } from "kysely";

/**
 * Tells a job that was in a step when the server died from those that only ran beside it, and a call that was sent from one
 * that still waited for its turn. The states of calls are widened in the text of their tables, as in 0021.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs ADD COLUMN unexplained INTEGER NOT NULL DEFAULT 0`.execute(db);
  const before = await sql<{ schemaVersion: number }>`PRAGMA schema_version`.execute(db);
  await sql`PRAGMA writable_schema = ON`.execute(db);
  await sql`UPDATE sqlite_schema SET sql = replace(sql, ${"('intended', 'answered', 'failed')"},
    ${"('intended', 'sent', 'answered', 'failed', 'unknown')"})
    WHERE type = 'table' AND name IN ('provider_calls', 'model_calls')`.execute(db);
  const version = (before.rows[0]?.schemaVersion ?? 0) + 1;
  await sql.raw(`PRAGMA schema_version = ${version}`).execute(db);
  await sql`PRAGMA writable_schema = RESET`.execute(db);
  // A start settles what is left open, and would take these for calls that were never sent.
  await sql`UPDATE provider_calls SET status = 'sent' WHERE status = 'intended'`.execute(db);
  await sql`UPDATE model_calls SET status = 'sent' WHERE status = 'intended'`.execute(db);
}
