import { type Kysely, sql } from "kysely";

const statements = [
  "CREATE TABLE lead_tag_counts (tag TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID",
  "INSERT INTO lead_tag_counts (tag, n) SELECT tag, count(*) FROM lead_tags GROUP BY tag",
  `CREATE TRIGGER lead_tags_count_insert AFTER INSERT ON lead_tags BEGIN
    INSERT INTO lead_tag_counts (tag, n) VALUES (new.tag, 1) ON CONFLICT DO UPDATE SET n = n + 1;
  END`,
  `CREATE TRIGGER lead_tags_count_delete AFTER DELETE ON lead_tags BEGIN
    UPDATE lead_tag_counts SET n = n - 1 WHERE tag = old.tag;
  END`,

  `CREATE TABLE deleted_leads (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    domain TEXT NOT NULL UNIQUE,
    company_name TEXT, city TEXT,
    snapshot TEXT NOT NULL,
    deletion_id TEXT NOT NULL,
    deleted_at INTEGER NOT NULL, deleted_by TEXT NOT NULL
  )`,
  "CREATE INDEX deleted_leads_by_time ON deleted_leads (deleted_at, seq)",
  "CREATE INDEX deleted_leads_by_deletion ON deleted_leads (deletion_id)",
  // Results find their lead again when it comes back.
  `CREATE INDEX job_results_without_lead ON job_results (domain)
    WHERE lead_seq IS NULL AND skip_reason IS NULL`,

  // What was asked about a company is found by its domain when the company is erased.
  "CREATE INDEX provider_calls_by_step ON provider_calls (step)",

  `CREATE TABLE blocked_domains (
    domain TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL
  ) WITHOUT ROWID`,

  `CREATE TABLE saved_views (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    query TEXT NOT NULL,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL
  ) WITHOUT ROWID`,

  `CREATE TABLE imports (
    id TEXT PRIMARY KEY,
    file_name TEXT NOT NULL,
    file_table TEXT NOT NULL,
    mapping TEXT NOT NULL,
    job_id TEXT REFERENCES jobs (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
    undone_at INTEGER
  )`,
  "CREATE INDEX imports_by_job ON imports (job_id)",
];

/** What a team does with its leads: deleting and bringing back, blocking, saved views, importing a list of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}
