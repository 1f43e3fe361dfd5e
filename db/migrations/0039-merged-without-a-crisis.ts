import { type Kysely, sql } from "kysely";

/**
 * At 32 parts of one level SQLite merges all of them in one commit, however large they are: 750 small writes after an index
 * of 100,000 leads had been built anew, one of them held everybody up for two seconds. The little that each write merges
 * keeps the parts few; this bound lies far below the 2,000 that an index can have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO lead_search_index (lead_search_index, rank) VALUES ('crisismerge', 500)`.execute(
    db,
  );
}
