import { type Kysely, sql } from "kysely";

/** Lists searches that programs began without reading the long rows of all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX jobs_begun_alone ON jobs (created_at, id)
    WHERE kind IN ('maps', 'web') AND parent_id IS NULL AND is_background = 0`.execute(db);
}
