import { type Kysely, sql } from "kysely";

/** Sessions that are over say where somebody signed in before, so that strangers who guess keep nobody out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions ADD COLUMN network_hash TEXT`.execute(db);
  await sql`ALTER TABLE sessions ADD COLUMN ended_at INTEGER`.execute(db);
}
