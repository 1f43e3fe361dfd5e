import { type Kysely, sql } from "kysely";

/** The rectangles of a walk with the places found there, and the places that were bought by one. */
const statements = [
  `CREATE TABLE area_cells (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    box TEXT NOT NULL,
    place_ids TEXT NOT NULL,
    is_split INTEGER NOT NULL,
    PRIMARY KEY (job_id, path)
  ) WITHOUT ROWID`,
  `CREATE TABLE place_ids (id TEXT NOT NULL, region TEXT NOT NULL, PRIMARY KEY (id, region)) WITHOUT ROWID`,
  `CREATE INDEX lead_sources_by_place ON lead_sources (payload ->> 'id') WHERE provider = 'google-places'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
