import { type Kysely, sql } from "kysely";

const statements = [
  // Campaigns and what follows a search by itself wait behind what a person starts.
  "ALTER TABLE jobs ADD COLUMN is_background INTEGER NOT NULL DEFAULT 0 CHECK (is_background IN (0, 1))",
  // What kept a job from searching on; a campaign pauses where its next search would meet the same.
  "ALTER TABLE jobs ADD COLUMN failure_kind TEXT",
  "DROP INDEX jobs_open",
  `CREATE INDEX jobs_open ON jobs (is_background, created_at, id)
    WHERE status IN ('queued', 'running')`,
  "ALTER TABLE job_results ADD COLUMN site_state TEXT",

  "ALTER TABLE search_history ADD COLUMN queue_id TEXT",
  "CREATE INDEX search_history_by_queue ON search_history (queue_id, id) WHERE queue_id IS NOT NULL",
  "CREATE INDEX search_history_by_job ON search_history (job_id) WHERE job_id IS NOT NULL",

  `CREATE TABLE supplements (
    job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    supplement_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    query TEXT NOT NULL,
    generated INTEGER NOT NULL CHECK (generated IN (0, 1)),
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  "CREATE INDEX supplements_by_supplement ON supplements (supplement_id)",

  `CREATE TABLE model_calls (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL, model TEXT NOT NULL,
    job_id TEXT,
    status TEXT NOT NULL CHECK (status IN ('intended', 'answered', 'failed')),
    prompt_hash TEXT NOT NULL, prompt_bytes INTEGER NOT NULL,
    prompt_tokens INTEGER, completion_tokens INTEGER, cost REAL,
    created_at INTEGER NOT NULL, answered_at INTEGER
  ) WITHOUT ROWID`,
  "CREATE INDEX model_calls_by_job ON model_calls (job_id) WHERE job_id IS NOT NULL",
  "CREATE INDEX model_calls_by_time ON model_calls (created_at)",

  `CREATE TABLE lead_enrichments (
    lead_seq INTEGER PRIMARY KEY REFERENCES leads (seq) ON DELETE CASCADE,
    basis TEXT CHECK (basis IN ('model', 'rules')),
    model TEXT,
    passages TEXT NOT NULL DEFAULT '[]',
    is_suspicious INTEGER NOT NULL DEFAULT 0 CHECK (is_suspicious IN (0, 1)),
    problem TEXT,
    tried_at INTEGER NOT NULL, enriched_at INTEGER,
    job_id TEXT
  )`,

  `CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    updated_at INTEGER NOT NULL, updated_by TEXT NOT NULL
  ) WITHOUT ROWID`,

  `CREATE TABLE campaigns (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('bundeslaender', 'energieversorger')),
    name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'paused', 'complete')),
    pause_reason TEXT,
    failure_streak INTEGER NOT NULL DEFAULT 0,
    count INTEGER NOT NULL,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
    finished_at INTEGER
  )`,
  "CREATE INDEX campaigns_by_time ON campaigns (created_at, id)",
  `CREATE TABLE campaign_tasks (
    campaign_id TEXT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    term TEXT NOT NULL, folded_term TEXT NOT NULL, state TEXT NOT NULL, city TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'running', 'done', 'failed', 'cancelled', 'skipped')),
    job_id TEXT REFERENCES jobs (id) ON DELETE SET NULL,
    found INTEGER NOT NULL DEFAULT 0, fresh INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    finished_at INTEGER,
    PRIMARY KEY (campaign_id, position)
  ) WITHOUT ROWID`,
  "CREATE INDEX campaign_tasks_open ON campaign_tasks (campaign_id, status, position)",
  "CREATE INDEX campaign_tasks_running ON campaign_tasks (folded_term, state, city) WHERE status = 'running'",
  "CREATE INDEX campaign_tasks_by_job ON campaign_tasks (job_id) WHERE job_id IS NOT NULL",
  // Outlives the campaigns: what was paid for once is not paid for again by the next one.
  `CREATE TABLE campaign_searches (
    folded_term TEXT NOT NULL, state TEXT NOT NULL, city TEXT NOT NULL,
    found INTEGER NOT NULL, fresh INTEGER NOT NULL,
    done_at INTEGER NOT NULL,
    PRIMARY KEY (folded_term, state, city)
  ) WITHOUT ROWID`,
];

/** What the language model needs and leaves behind, the team's own texts, and campaigns with their queue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}
