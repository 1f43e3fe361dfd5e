import { type Kysely, sql } from "kysely";

/** Finds the counters of combinations that nothing is left of, which go when a lead is erased, among tens of thousands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX lead_counts_empty ON lead_counts (n) WHERE n <= 0`.execute(db);
}
