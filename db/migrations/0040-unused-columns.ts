import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE jobs DROP COLUMN unexplained`.execute(db);
  await sql`ALTER TABLE sessions DROP COLUMN network_hash`.execute(db);
}
