import { type Kysely, sql } from "kysely";

/**
 * What a list is filtered by, so that a walk along an index reads no rows: now also whether there is an email address
 * or a telephone number, and the score. Expressions and no columns, since generated columns would turn up in every
 * row that is read. What bulk changes set, contacted and favorite, stays out of it.
 */
const COVERED =
  "approved, company_type, federal_state, source_type, (email IS NOT NULL), (phone IS NOT NULL), score_key";

const SORTS: Record<string, string> = {
  updated: "updated_at",
  name: "name_key",
  domain: "domain_key",
  city: "city_key",
  score: "score_key",
  term: "term_key",
};

function rebuilt(name: string, columns: string, where = ""): string[] {
  return [`DROP INDEX IF EXISTS ${name}`, `CREATE INDEX ${name} ON leads (${columns}) ${where}`];
}

const statements = [
  ...Object.entries(SORTS).flatMap(([name, column]) => {
    const columns = `${column}, seq, ${COVERED}`;
    return [
      ...rebuilt(`leads_by_${name}`, columns),
      ...rebuilt(`leads_contacted_by_${name}`, `${columns}, favorite`, "WHERE contacted = 1"),
      ...rebuilt(`leads_favorite_by_${name}`, `${columns}, contacted`, "WHERE favorite = 1"),
    ];
  }),
  // The order of creation is that of the rows themselves, but these are ten times as long.
  ...rebuilt("leads_by_seq", `seq, ${COVERED}`),
  ...rebuilt("leads_contacted", `seq, ${COVERED}, favorite`, "WHERE contacted = 1"),
  ...rebuilt("leads_favorite", `seq, ${COVERED}, contacted`, "WHERE favorite = 1"),
];

/** Indexes that lists in creation order and filters by email, telephone and score are answered from alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}
