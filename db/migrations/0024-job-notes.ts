import { type Kysely, sql } from "kysely";

/** What a step of a job brought, as people read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs ADD COLUMN note TEXT`.execute(db);
}
