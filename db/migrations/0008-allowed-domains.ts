import { type Kysely, sql } from "kysely";

/** Portals and authorities that a person took as leads are remembered, so that later searches store them, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`CREATE TABLE allowed_domains (
      domain TEXT PRIMARY KEY,
      created_at INTEGER NOT NULL, created_by TEXT NOT NULL
    ) WITHOUT ROWID`)
    .execute(db);
}
