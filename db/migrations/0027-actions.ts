import { type Kysely, sql } from "kysely";

const statements = [
  `CREATE TABLE actions (
    id TEXT PRIMARY KEY, actor TEXT NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL, is_undo INTEGER NOT NULL,
    leads INTEGER NOT NULL, last_event_id TEXT NOT NULL, undone_at INTEGER) WITHOUT ROWID`,
  "ALTER TABLE lead_events ADD COLUMN action_id TEXT",
  `UPDATE jobs SET params = replace(params, '"deletionId"', '"actionId"') WHERE kind = 'bulk'`,
];

/** What a person did at once, which can be taken back as a whole; its id and its last event enclose all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
