import { type Kysely, sql } from "kysely";

/** What its website says of a company that a search left out, so that nothing is lost when somebody takes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE job_results ADD COLUMN facts TEXT`.execute(db);
}
