import { type Kysely, sql } from "kysely";

/** Few leads have a day to get back to; those of one day are counted without passing over the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statement = sql`CREATE INDEX leads_by_follow_up ON leads (follow_up_at) WHERE follow_up_at IS NOT NULL`;
  await statement.execute(db);
}
