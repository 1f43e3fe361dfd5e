import { type Kysely, sql } from "kysely";

const SORTS = ["updated", "name", "domain", "city", "score", "term"];
const COLUMNS: Record<string, string> = { updated: "updated_at" };

const dropped = [
  "leads_by_facet",
  ...["contacted", "favorite"].flatMap((flag) => [
    `leads_${flag}`,
    ...SORTS.map((name) => `leads_${flag}_by_${name}`),
  ]),
  ...SORTS.map((name) => `leads_by_${name}`),
  "leads_by_seq",
];

const statements = [
  ...dropped.map((index) => `DROP INDEX ${index}`),
  ...SORTS.map(
    (name) => `CREATE INDEX leads_by_${name} ON leads (${COLUMNS[name] ?? `${name}_key`}, seq)`,
  ),
  // The one place for what lists are filtered by: a tenth of a row. Expressions, since generated columns turn up in rows.
  `CREATE INDEX leads_by_seq ON leads (seq, contacted, favorite, approved, company_type, federal_state, source_type,
    (email IS NOT NULL), (phone IS NOT NULL), score_key, created_at)`,
  "CREATE INDEX leads_by_state ON leads (federal_state)",
  "CREATE INDEX leads_by_type ON leads (company_type)",
];

/** An index for each order with nothing but its key, and one beside them with all that a list is filtered by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
