import { type Kysely, sql } from "kysely";

const statements = [
  `CREATE TABLE register_exports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    job_id TEXT NOT NULL UNIQUE,
    file_name TEXT NOT NULL,
    actors INTEGER NOT NULL DEFAULT 0,
    left_out INTEGER NOT NULL DEFAULT 0,
    finished_at INTEGER
  )`,
  `CREATE TABLE register_actors (
    id INTEGER PRIMARY KEY,
    export_id INTEGER NOT NULL, number TEXT NOT NULL,
    name TEXT NOT NULL, legal_form TEXT,
    street TEXT, postal_code TEXT, city TEXT, federal_state TEXT, country TEXT,
    phone TEXT, email TEXT, website TEXT,
    roles INTEGER NOT NULL, updated_on TEXT,
    name_key TEXT NOT NULL, city_key TEXT NOT NULL
  )`,
  "CREATE UNIQUE INDEX register_actors_by_number ON register_actors (export_id, number)",
  // All that the page filters by, in its order: a filter never reads the table.
  `CREATE INDEX register_actors_by_name ON register_actors
    (export_id, name_key, id, roles, federal_state, postal_code, city_key)`,
];

/** Organisations of the Marktstammdatenregister: a new export is written beside the one that is shown, then takes its place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}
