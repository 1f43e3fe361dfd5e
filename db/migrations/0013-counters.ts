import { type Kysely, sql } from "kysely";

const CUBE = "federal_state, company_type, source_type, score, flags";

type Version = "new" | "old";

/** Five flags as the bits of one number, which is compared and stored faster than five columns. */
const flagsOf = (row: Version) =>
  `(${row}.approved + 2 * ${row}.contacted + 4 * ${row}.favorite + 8 * (${row}.email IS NOT NULL) + 16 * (${row}.phone IS NOT NULL))`;

/** The values that leads are counted by; what a lead has none of is empty, or 0. */
const facetsOf = (row: Version) => ({
  federal_state: `ifnull(${row}.federal_state, '')`,
  company_type: `ifnull(${row}.company_type, '')`,
  source_type: `${row}.source_type`,
  score: `ifnull(${row}.sales_score, 0)`,
});

const cubeOf = (row: Version) => `${Object.values(facetsOf(row)).join(", ")}, ${flagsOf(row)}`;

/** Statements that add to each counter that a version of a lead stands in, or take from it. */
function count(...rows: readonly (readonly [row: Version, n: 1 | -1])[]): string {
  const facets = rows.flatMap(([row, n]) =>
    Object.entries({ all: "''", ...facetsOf(row) }).map(
      ([kind, value]) => `('${kind}', ${value}, ${flagsOf(row)}, ${n})`,
    ),
  );
  const cube = rows.map(([row, n]) => `(${cubeOf(row)}, ${n})`);
  const add = "ON CONFLICT DO UPDATE SET n = n + excluded.n;";
  return `INSERT INTO lead_facet_counts (kind, value, flags, n) VALUES ${facets.join(", ")} ${add}
    INSERT INTO lead_counts (${CUBE}, n) VALUES ${cube.join(", ")} ${add}`;
}

const statements = [
  ...["insert", "update", "delete"].map((act) => `DROP TRIGGER leads_count_${act}`),
  "ALTER TABLE lead_counts RENAME TO lead_counts_before",
  `CREATE TABLE lead_counts (
    federal_state TEXT NOT NULL, company_type TEXT NOT NULL, source_type TEXT NOT NULL,
    score INTEGER NOT NULL, flags INTEGER NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (${CUBE})
  ) WITHOUT ROWID`,
  `INSERT INTO lead_counts SELECT federal_state, company_type, source_type, score,
    approved + 2 * contacted + 4 * favorite + 8 * has_email + 16 * has_phone, n FROM lead_counts_before WHERE n > 0`,
  "DROP TABLE lead_counts_before",
  `CREATE TABLE lead_facet_counts (
    kind TEXT NOT NULL, value NOT NULL, flags INTEGER NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (kind, value, flags)
  ) WITHOUT ROWID`,
  ...["federal_state", "company_type", "source_type", "score"].map(
    (kind) =>
      `INSERT INTO lead_facet_counts SELECT '${kind}', ${kind}, flags, sum(n) FROM lead_counts GROUP BY ${kind}, flags`,
  ),
  "INSERT INTO lead_facet_counts SELECT 'all', '', flags, sum(n) FROM lead_counts GROUP BY flags",
  `CREATE TRIGGER leads_count_insert AFTER INSERT ON leads BEGIN
    ${count(["new", 1])}
    INSERT INTO lead_quarter_counts (quarter, n) VALUES (new.created_at / 900000, 1)
      ON CONFLICT DO UPDATE SET n = n + 1;
  END`,
  `CREATE TRIGGER leads_count_delete AFTER DELETE ON leads BEGIN
    ${count(["old", -1])}
    UPDATE lead_quarter_counts SET n = n - 1 WHERE quarter = old.created_at / 900000;
  END`,
  `CREATE TRIGGER leads_count_update AFTER UPDATE OF
      company_type, federal_state, source_type, sales_score, approved, contacted, favorite, email, phone ON leads
    WHEN (${cubeOf("old")}) IS NOT (${cubeOf("new")}) BEGIN
    ${count(["old", -1], ["new", 1])}
  END`,
  "CREATE INDEX lead_term_counts_by_n ON lead_term_counts (n DESC)",
  // Merging parts of the search index beside each write costs half of the writing; it is done when there is time.
  "INSERT INTO lead_search_index (lead_search_index, rank) VALUES ('automerge', 0)",
];

/**
 * Counters for the whole store and for each value that leads are filtered by, a narrower one for combinations, and a
 * search index that is merged by itself only when it must.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}
