import { type Kysely, sql } from "kysely";

const statements = [
  `CREATE TABLE user_preferences (
    person TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (person, key)
  ) WITHOUT ROWID`,

  `CREATE TABLE owned_views (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    query TEXT NOT NULL,
    position INTEGER NOT NULL,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
    UNIQUE (owner, name_key)
  ) WITHOUT ROWID`,
  `INSERT INTO owned_views
    SELECT id, '', name, name_key, query, row_number() OVER (ORDER BY name_key), created_at, created_by
    FROM saved_views`,
  "DROP TABLE saved_views",
  "ALTER TABLE owned_views RENAME TO saved_views",
];

/** Saved views have an owner and an order, and what each person prefers is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
