import { type Kysely, sql } from "kysely";

/** The check of a draft refuses or accepts it, and remarks nothing besides. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE lead_drafts DROP COLUMN hints`.execute(db);
}
