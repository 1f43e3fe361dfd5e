import { type Kysely, sql } from "kysely";

/** Nothing reads them since three starts decide when a job is given up, and networks are known no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs DROP COLUMN unexplained`.execute(db);
  await sql`ALTER TABLE sessions DROP COLUMN network_hash`.execute(db);
}
