import { type Kysely, sql } from "kysely";

/**
 * The search index merges sixteen of its parts a little with each write, and not all at once when there are sixteen:
 * in a bulk over a hundred thousand leads one step would hold up whoever writes beside it for seconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO lead_search_index (lead_search_index, rank)
    VALUES ('automerge', 16), ('crisismerge', 32)`.execute(db);
}
