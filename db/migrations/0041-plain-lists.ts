import { type Kysely, sql } from "kysely";

const flagsOf = (row: "new" | "old") =>
  `(${row}.approved + 2 * ${row}.contacted + 4 * ${row}.favorite + 8 * (${row}.email IS NOT NULL) + 16 * (${row}.phone IS NOT NULL))`;

const facetsOf = (row: "new" | "old") => ({
  all: "''",
  federal_state: `ifnull(${row}.federal_state, '')`,
  company_type: `ifnull(${row}.company_type, '')`,
  source_type: `${row}.source_type`,
  score: `ifnull(${row}.sales_score, 0)`,
});

const count = (row: "new" | "old", n: 1 | -1) =>
  Object.entries(facetsOf(row)).map(
    ([kind, value]) => `('${kind}', ${value}, ${flagsOf(row)}, ${n})`,
  );

const store = (rows: readonly string[]) =>
  `INSERT INTO lead_facet_counts (kind, value, flags, n) VALUES ${rows.join(", ")}
    ON CONFLICT DO UPDATE SET n = n + excluded.n;`;

const state = (row: "new" | "old") =>
  `(${Object.values(facetsOf(row)).join(", ")}, ${flagsOf(row)})`;

const EMPTY = "company_name website street city contact_name sales_score notes".split(" ");

const STATEMENTS = [
  "ALTER TABLE lead_drafts DROP COLUMN hints",
  ...["insert", "delete", "update"].map((event) => `DROP TRIGGER leads_count_${event}`),
  "DROP TABLE lead_counts",
  "DROP TABLE lead_quarter_counts",
  ...["state", "type", "source", "work"].map((name) => `DROP INDEX leads_by_${name}`),
  "DROP INDEX leads_changed_before_found",
  `CREATE INDEX leads_by_secondary ON leads (seq, offer_package, federal_state, postal_code, latitude, longitude, owner,
    follow_up_at, ${EMPTY.map((column) => `(${column} IS NOT NULL)`).join(", ")})`,
  `CREATE TRIGGER leads_count_insert AFTER INSERT ON leads BEGIN ${store(count("new", 1))} END`,
  `CREATE TRIGGER leads_count_delete AFTER DELETE ON leads BEGIN ${store(count("old", -1))} END`,
  `CREATE TRIGGER leads_count_update AFTER UPDATE OF
      company_type, federal_state, source_type, sales_score, approved, contacted, favorite, email, phone ON leads
    WHEN ${state("old")} IS NOT ${state("new")} BEGIN
    ${store([...count("old", -1), ...count("new", 1)])}
  END`,
];

/** Lists need only two covering indexes, and counters of single properties. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
