import { type Kysely, sql } from "kysely";

const statements = [
  // What an email finder was asked, of whom: no longer only for the addresses of a domain.
  "ALTER TABLE email_lookups RENAME TO email_lookups_by_domain",
  `CREATE TABLE email_lookups (
    subject TEXT NOT NULL, question TEXT NOT NULL, provider TEXT NOT NULL,
    state TEXT NOT NULL,
    emails TEXT NOT NULL DEFAULT '[]',
    address TEXT, contact TEXT, domain TEXT,
    looked_up_at INTEGER NOT NULL,
    PRIMARY KEY (subject, question, provider)
  ) WITHOUT ROWID`,
  `INSERT INTO email_lookups (subject, question, provider, state, emails, domain, looked_up_at)
    SELECT domain, 'company', provider, state, emails, domain, looked_up_at FROM email_lookups_by_domain`,
  "DROP TABLE email_lookups_by_domain",
  // What was answered about a company is found by its domain when the company is erased.
  "CREATE INDEX email_lookups_by_domain ON email_lookups (domain)",

  "ALTER TABLE job_results ADD COLUMN contact_name TEXT",
  "ALTER TABLE job_results ADD COLUMN contact_title TEXT",
  "ALTER TABLE job_results ADD COLUMN contact_profile_url TEXT",

  // Also those left out name a company, and perhaps a person of it, until it is erased.
  "DROP INDEX job_results_without_lead",
  "CREATE INDEX job_results_without_lead ON job_results (domain) WHERE lead_seq IS NULL",
  `CREATE INDEX job_results_of_strangers ON job_results (job_id)
    WHERE lead_seq IS NULL AND contact_name IS NOT NULL`,

  `CREATE TABLE provider_usage (
    month TEXT NOT NULL, provider TEXT NOT NULL, job_id TEXT NOT NULL,
    calls INTEGER NOT NULL DEFAULT 0, billed INTEGER NOT NULL DEFAULT 0,
    credits REAL NOT NULL DEFAULT 0, saved INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (month, provider, job_id)
  ) WITHOUT ROWID`,
  "CREATE INDEX provider_usage_by_job ON provider_usage (job_id)",
  `INSERT INTO provider_usage (month, provider, job_id, calls, billed, credits)
    SELECT strftime('%Y-%m', created_at / 1000, 'unixepoch'), provider, job_id, count(*),
      sum(ifnull(credits_charged, 0) > 0 OR (provider = 'google-places' AND status = 'answered')),
      sum(CASE WHEN provider = 'google-places' THEN status = 'answered' ELSE ifnull(credits_charged, 0) END)
    FROM provider_calls GROUP BY 1, 2, 3`,

  `CREATE TABLE provider_limits (
    provider TEXT PRIMARY KEY,
    max_concurrent INTEGER NOT NULL, max_per_minute INTEGER NOT NULL,
    monthly_ceiling INTEGER,
    updated_at INTEGER NOT NULL, updated_by TEXT NOT NULL
  ) WITHOUT ROWID`,
  `CREATE TABLE confirmations (
    name TEXT PRIMARY KEY,
    confirmed_at INTEGER NOT NULL, confirmed_by TEXT NOT NULL
  ) WITHOUT ROWID`,

  `CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('contacts', 'profiles')),
    file_name TEXT NOT NULL,
    file_table TEXT NOT NULL,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL
  ) WITHOUT ROWID`,

  "CREATE INDEX jobs_by_type ON jobs (type, created_at, id)",
  "CREATE INDEX jobs_by_parent ON jobs (parent_id, created_at) WHERE parent_id IS NOT NULL",
  // Searches of the web share the checkpoint of those on a map.
  `UPDATE jobs SET checkpoint = replace(checkpoint, '"placeIds"', '"hitIds"')
    WHERE type = 'maps' AND status IN ('queued', 'running')`,
];

/** What all pipelines need besides: contacts in results and answers, counted and limited calls, uploads, confirmations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}
