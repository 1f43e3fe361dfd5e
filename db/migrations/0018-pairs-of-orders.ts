import { type Kysely, sql } from "kysely";

const statements = [
  // What lists of one value are most often sorted by, and the two values that are most often asked for together.
  "DROP INDEX leads_by_state",
  "CREATE INDEX leads_by_state ON leads (federal_state, city_key)",
  "DROP INDEX leads_by_type",
  "CREATE INDEX leads_by_type ON leads (company_type, federal_state)",
  "CREATE INDEX leads_by_source ON leads (source_type, term_key)",
  // Almost always empty: by how much a clock was put back.
  `CREATE INDEX leads_changed_before_found ON leads (created_at - updated_at) WHERE updated_at < created_at`,
];

/** Indexes of one value that go on with the key of an order or a second value. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
