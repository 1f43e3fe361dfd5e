import { type Kysely, sql } from "kysely";

/** Somebody may sign in by another name than the one that everybody sees, so that strangers can't guess at it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN sign_in_name TEXT`.execute(db);
  await sql`ALTER TABLE users ADD COLUMN sign_in_key TEXT`.execute(db);
  await sql`CREATE UNIQUE INDEX users_by_sign_in ON users (coalesce(sign_in_key, name_key))`.execute(
    db,
  );
}
