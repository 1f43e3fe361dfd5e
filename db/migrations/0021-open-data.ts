import { type Kysely, sql } from "kysely";

/**
 * Lets leads come from OpenStreetMap, a register and by hand. A constraint can't be altered but in the text of the table,
 * which spares writing a million rows anew: https://sqlite.org/lang_altertable.html
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const before = await sql<{ schemaVersion: number }>`PRAGMA schema_version`.execute(db);
  await sql`PRAGMA writable_schema = ON`.execute(db);
  await sql`UPDATE sqlite_schema SET sql = replace(sql, ${"'profiles', 'import')"},
    ${"'profiles', 'import', 'osm', 'register', 'manual')"}) WHERE type = 'table' AND name = 'leads'`.execute(
    db,
  );
  const version = (before.rows[0]?.schemaVersion ?? 0) + 1;
  await sql.raw(`PRAGMA schema_version = ${version}`).execute(db);
  await sql`PRAGMA writable_schema = RESET`.execute(db);
}
