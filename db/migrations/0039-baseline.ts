import { type Kysely, sql } from "kysely";

type Version = "new" | "old";

/** Five flags are the bits of one number, which is faster than five columns. */
const flagsOf = (row: Version) =>
  `(${row}.approved + 2 * ${row}.contacted + 4 * ${row}.favorite + 8 * (${row}.email IS NOT NULL) + 16 * (${row}.phone IS NOT NULL))`;

/** Leads are counted by these values; "" and 0 stand for missing ones. */
const facetsOf = (row: Version) => ({
  federal_state: `ifnull(${row}.federal_state, '')`,
  company_type: `ifnull(${row}.company_type, '')`,
  source_type: `${row}.source_type`,
  score: `ifnull(${row}.sales_score, 0)`,
});

const cubeOf = (row: Version) => `${Object.values(facetsOf(row)).join(", ")}, ${flagsOf(row)}`;

function count(...rows: readonly (readonly [row: Version, n: 1 | -1])[]): string {
  const facets = rows.flatMap(([row, n]) =>
    Object.entries({ all: "''", ...facetsOf(row) }).map(
      ([kind, value]) => `('${kind}', ${value}, ${flagsOf(row)}, ${n})`,
    ),
  );
  const cube = rows.map(([row, n]) => `(${cubeOf(row)}, ${n})`);
  const add = "ON CONFLICT DO UPDATE SET n = n + excluded.n;";
  return `INSERT INTO lead_facet_counts (kind, value, flags, n) VALUES ${facets.join(", ")} ${add}
    INSERT INTO lead_counts (federal_state, company_type, source_type, score, flags, n) VALUES ${cube.join(", ")} ${add}`;
}

const EMPTY = "company_name website email phone street city contact_name sales_score notes".split(
  " ",
);

const statements = [
  `CREATE TABLE leads (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    domain TEXT NOT NULL UNIQUE,
    company_name TEXT, website TEXT, email TEXT,
    emails TEXT NOT NULL DEFAULT '[]',
    phone TEXT, address TEXT, street TEXT, postal_code TEXT, city TEXT,
    federal_state TEXT, country TEXT, latitude REAL, longitude REAL,
    contact_name TEXT, contact_title TEXT, contact_profile_url TEXT,
    company_type TEXT,
    topics TEXT NOT NULL DEFAULT '[]',
    sales_score INTEGER CHECK (sales_score BETWEEN 1 AND 5),
    sales_reason TEXT, offer_package TEXT,
    source_type TEXT NOT NULL CHECK (source_type IN ('maps', 'serp', 'csv', 'profiles', 'import', 'osm', 'register', 'manual')),
    source_term TEXT, notes TEXT,
    status TEXT NOT NULL DEFAULT 'neu'
      CHECK (status IN ('neu', 'in_bearbeitung', 'qualifiziert', 'abgelehnt')),
    priority TEXT CHECK (priority IN ('niedrig', 'mittel', 'hoch')),
    contacted INTEGER NOT NULL DEFAULT 0,
    favorite INTEGER NOT NULL DEFAULT 0,
    approved INTEGER NOT NULL DEFAULT 0,
    approved_at INTEGER,
    edited_fields TEXT NOT NULL DEFAULT '[]',
    name_key TEXT NOT NULL, domain_key TEXT NOT NULL, city_key TEXT NOT NULL, term_key TEXT NOT NULL,
    score_key INTEGER GENERATED ALWAYS AS (ifnull(sales_score, 0)) VIRTUAL,
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    name_guessed INTEGER, phones TEXT NOT NULL DEFAULT '[]', phone_display TEXT, imprint TEXT, contacts TEXT NOT NULL DEFAULT '[]', owner TEXT, follow_up_at INTEGER)`,
  `CREATE INDEX leads_by_created ON leads (created_at)`,
  `CREATE INDEX leads_by_updated ON leads (updated_at, seq)`,
  `CREATE INDEX leads_by_name ON leads (name_key, seq)`,
  `CREATE INDEX leads_by_domain ON leads (domain_key, seq)`,
  `CREATE INDEX leads_by_city ON leads (city_key, seq)`,
  `CREATE INDEX leads_by_score ON leads (score_key, seq)`,
  `CREATE INDEX leads_by_term ON leads (term_key, seq)`,
  `CREATE INDEX leads_by_seq ON leads (seq, contacted, favorite, approved, company_type, federal_state, source_type,
    (email IS NOT NULL), (phone IS NOT NULL), score_key, created_at)`,
  `CREATE INDEX leads_by_state ON leads (federal_state, city_key)`,
  `CREATE INDEX leads_by_type ON leads (company_type, federal_state)`,
  `CREATE INDEX leads_by_source ON leads (source_type, term_key)`,
  `CREATE INDEX leads_changed_before_found ON leads (created_at - updated_at) WHERE updated_at < created_at`,
  `CREATE INDEX leads_by_work ON leads (seq, offer_package, company_type, federal_state, postal_code, latitude, longitude, owner,
    follow_up_at, ${EMPTY.map((column) => `(${column} IS NULL)`).join(", ")})`,
  `CREATE INDEX leads_by_follow_up ON leads (follow_up_at) WHERE follow_up_at IS NOT NULL`,
  `CREATE TABLE lead_search (
    seq INTEGER PRIMARY KEY REFERENCES leads (seq) ON DELETE CASCADE,
    document TEXT NOT NULL
  )`,
  `CREATE TRIGGER lead_search_insert AFTER INSERT ON lead_search BEGIN
    INSERT INTO lead_search_index (rowid, document) VALUES (new.seq, new.document);
  END`,
  `CREATE TRIGGER lead_search_delete AFTER DELETE ON lead_search BEGIN
    INSERT INTO lead_search_index (lead_search_index, rowid, document) VALUES ('delete', old.seq, old.document);
  END`,
  `CREATE TRIGGER lead_search_update AFTER UPDATE OF document ON lead_search
    WHEN old.document IS NOT new.document BEGIN
    INSERT INTO lead_search_index (lead_search_index, rowid, document) VALUES ('delete', old.seq, old.document);
    INSERT INTO lead_search_index (rowid, document) VALUES (new.seq, new.document);
  END`,
  `CREATE TABLE lead_tags (
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (tag, lead_seq)
  ) WITHOUT ROWID`,
  `CREATE INDEX lead_tags_by_lead ON lead_tags (lead_seq, tag)`,
  `CREATE TRIGGER lead_tags_insert AFTER INSERT ON lead_tags WHEN new.tag IN ('kontaktiert', 'favorit') BEGIN
    UPDATE leads SET contacted = 1 WHERE seq = new.lead_seq AND new.tag = 'kontaktiert';
    UPDATE leads SET favorite = 1 WHERE seq = new.lead_seq AND new.tag = 'favorit';
  END`,
  `CREATE TRIGGER lead_tags_delete AFTER DELETE ON lead_tags WHEN old.tag IN ('kontaktiert', 'favorit') BEGIN
    UPDATE leads SET contacted = 0 WHERE seq = old.lead_seq AND old.tag = 'kontaktiert';
    UPDATE leads SET favorite = 0 WHERE seq = old.lead_seq AND old.tag = 'favorit';
  END`,
  `CREATE TRIGGER lead_tags_count_insert AFTER INSERT ON lead_tags BEGIN
    INSERT INTO lead_tag_counts (tag, spelling, n) VALUES (new.tag, new.tag, 1) ON CONFLICT DO UPDATE SET n = n + 1;
  END`,
  `CREATE TRIGGER lead_tags_count_delete AFTER DELETE ON lead_tags BEGIN
    UPDATE lead_tag_counts SET n = n - 1 WHERE tag = old.tag;
  END`,
  `CREATE TABLE lead_sources (
    id TEXT PRIMARY KEY,
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    job_id TEXT, source_type TEXT NOT NULL, provider TEXT, term TEXT, region TEXT,
    payload TEXT NOT NULL DEFAULT '{}',
    found_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE UNIQUE INDEX lead_sources_by_lead ON lead_sources (lead_seq, job_id)`,
  `CREATE TABLE lead_events (
    id TEXT PRIMARY KEY,
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    at INTEGER NOT NULL, actor TEXT NOT NULL, kind TEXT NOT NULL,
    changes TEXT NOT NULL DEFAULT '{}',
    job_id TEXT,
    action_id TEXT) WITHOUT ROWID`,
  `CREATE INDEX lead_events_by_lead ON lead_events (lead_seq, id)`,
  `CREATE TABLE lead_quarter_counts (quarter INTEGER PRIMARY KEY, n INTEGER NOT NULL)`,
  `CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'complete', 'failed', 'cancelled')),
    phase TEXT NOT NULL CHECK (phase IN ('searching', 'storing', 'emails', 'enriching', 'done')),
    progress INTEGER NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    found INTEGER NOT NULL DEFAULT 0, stored INTEGER NOT NULL DEFAULT 0, fresh INTEGER NOT NULL DEFAULT 0,
    requested INTEGER NOT NULL,
    params TEXT NOT NULL, query TEXT NOT NULL, region TEXT,
    error TEXT,
    warnings TEXT NOT NULL DEFAULT '[]',
    parent_id TEXT REFERENCES jobs (id),
    run_token TEXT,
    interruptions INTEGER NOT NULL DEFAULT 0,
    cancel_requested_at INTEGER,
    checkpoint TEXT,
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER,
    is_background INTEGER NOT NULL DEFAULT 0 CHECK (is_background IN (0, 1)), failure_kind TEXT, kind TEXT NOT NULL DEFAULT '', resume_at INTEGER, note TEXT, unexplained INTEGER NOT NULL DEFAULT 0)`,
  `CREATE INDEX jobs_by_created ON jobs (created_at, id)`,
  `CREATE INDEX jobs_by_parent ON jobs (parent_id, created_at) WHERE parent_id IS NOT NULL`,
  `CREATE INDEX jobs_open ON jobs (is_background, created_at, id)
    WHERE status IN ('queued', 'running')`,
  `CREATE INDEX jobs_by_kind ON jobs (kind, created_at, id)`,
  `CREATE TABLE job_results (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    lead_seq INTEGER REFERENCES leads (seq) ON DELETE SET NULL,
    domain TEXT, company_name TEXT, website TEXT, phone TEXT, address TEXT, city TEXT,
    is_new INTEGER NOT NULL DEFAULT 0,
    skip_reason TEXT,
    email_state TEXT, contact_name TEXT, contact_title TEXT, contact_profile_url TEXT, site_state TEXT, facts TEXT,
    PRIMARY KEY (job_id, position)
  ) WITHOUT ROWID`,
  `CREATE INDEX job_results_by_lead ON job_results (lead_seq)`,
  `CREATE INDEX job_results_without_lead ON job_results (domain) WHERE lead_seq IS NULL`,
  `CREATE INDEX job_results_of_strangers ON job_results (job_id)
    WHERE lead_seq IS NULL AND contact_name IS NOT NULL`,
  `CREATE TABLE provider_calls (
    id TEXT PRIMARY KEY,
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    step TEXT NOT NULL, provider TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('intended', 'sent', 'answered', 'failed', 'unknown')),
    created_at INTEGER NOT NULL, answered_at INTEGER, credits_charged REAL
  ) WITHOUT ROWID`,
  `CREATE INDEX provider_calls_by_job ON provider_calls (job_id, step)`,
  `CREATE INDEX provider_calls_by_step ON provider_calls (step)`,
  `CREATE TABLE search_history (
    id TEXT PRIMARY KEY,
    mode TEXT NOT NULL CHECK (mode IN ('stadtwerke', 'industrie', 'custom')),
    query TEXT NOT NULL, region TEXT NOT NULL,
    job_id TEXT REFERENCES jobs (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    queue_id TEXT)`,
  `CREATE INDEX search_history_by_mode ON search_history (mode, created_at)`,
  `CREATE INDEX search_history_by_queue ON search_history (queue_id, id) WHERE queue_id IS NOT NULL`,
  `CREATE INDEX search_history_by_job ON search_history (job_id) WHERE job_id IS NOT NULL`,
  `CREATE TABLE credentials (service TEXT PRIMARY KEY, ciphertext BLOB NOT NULL, updated_at INTEGER NOT NULL)`,
  `CREATE TABLE deleted_leads (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    domain TEXT NOT NULL UNIQUE,
    company_name TEXT, city TEXT,
    snapshot TEXT NOT NULL,
    deletion_id TEXT NOT NULL,
    deleted_at INTEGER NOT NULL, deleted_by TEXT NOT NULL
  )`,
  `CREATE INDEX deleted_leads_by_time ON deleted_leads (deleted_at, seq)`,
  `CREATE INDEX deleted_leads_by_deletion ON deleted_leads (deletion_id)`,
  `CREATE TABLE blocked_domains (
    domain TEXT PRIMARY KEY,
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
  `CREATE INDEX imports_by_job ON imports (job_id)`,
  `CREATE TABLE email_lookups (
    subject TEXT NOT NULL, question TEXT NOT NULL, provider TEXT NOT NULL,
    state TEXT NOT NULL,
    emails TEXT NOT NULL DEFAULT '[]',
    address TEXT, contact TEXT, domain TEXT,
    looked_up_at INTEGER NOT NULL,
    PRIMARY KEY (subject, question, provider)
  ) WITHOUT ROWID`,
  `CREATE INDEX email_lookups_by_domain ON email_lookups (domain)`,
  `CREATE TABLE provider_usage (
    month TEXT NOT NULL, provider TEXT NOT NULL, job_id TEXT NOT NULL,
    calls INTEGER NOT NULL DEFAULT 0, billed INTEGER NOT NULL DEFAULT 0,
    credits REAL NOT NULL DEFAULT 0, saved INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (month, provider, job_id)
  ) WITHOUT ROWID`,
  `CREATE INDEX provider_usage_by_job ON provider_usage (job_id)`,
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
  `CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('administrator', 'member')),
    password_hash TEXT,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
    disabled_at INTEGER, last_sign_in_at INTEGER,
    sign_in_name TEXT, sign_in_key TEXT) WITHOUT ROWID`,
  `CREATE UNIQUE INDEX users_by_sign_in ON users (coalesce(sign_in_key, name_key))`,
  `CREATE TABLE sessions (
    id_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL,
    client TEXT NOT NULL,
    by_link INTEGER NOT NULL DEFAULT 0 CHECK (by_link IN (0, 1)),
    network_hash TEXT, ended_at INTEGER) WITHOUT ROWID`,
  `CREATE INDEX sessions_by_user ON sessions (user_id, last_seen_at)`,
  `CREATE INDEX sessions_by_age ON sessions (last_seen_at)`,
  `CREATE TABLE api_tokens (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    token_hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('read', 'full')),
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
    last_used_at INTEGER
  ) WITHOUT ROWID`,
  `CREATE TABLE start_links (
    token_hash TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE TABLE supplements (
    job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    supplement_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    query TEXT NOT NULL,
    generated INTEGER NOT NULL CHECK (generated IN (0, 1)),
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  `CREATE INDEX supplements_by_supplement ON supplements (supplement_id)`,
  `CREATE TABLE model_calls (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL, model TEXT NOT NULL,
    job_id TEXT,
    status TEXT NOT NULL CHECK (status IN ('intended', 'sent', 'answered', 'failed', 'unknown')),
    prompt_hash TEXT NOT NULL, prompt_bytes INTEGER NOT NULL,
    prompt_tokens INTEGER, completion_tokens INTEGER, cost REAL,
    created_at INTEGER NOT NULL, answered_at INTEGER
  ) WITHOUT ROWID`,
  `CREATE INDEX model_calls_by_job ON model_calls (job_id) WHERE job_id IS NOT NULL`,
  `CREATE INDEX model_calls_by_time ON model_calls (created_at)`,
  `CREATE TABLE lead_enrichments (
    lead_seq INTEGER PRIMARY KEY REFERENCES leads (seq) ON DELETE CASCADE,
    basis TEXT CHECK (basis IN ('model', 'rules')),
    model TEXT,
    passages TEXT NOT NULL DEFAULT '[]',
    is_suspicious INTEGER NOT NULL DEFAULT 0 CHECK (is_suspicious IN (0, 1)),
    problem TEXT,
    tried_at INTEGER NOT NULL, enriched_at INTEGER,
    job_id TEXT,
    note TEXT, awaits_model INTEGER)`,
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
  `CREATE INDEX campaigns_by_time ON campaigns (created_at, id)`,
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
  `CREATE INDEX campaign_tasks_open ON campaign_tasks (campaign_id, status, position)`,
  `CREATE INDEX campaign_tasks_running ON campaign_tasks (folded_term, state, city) WHERE status = 'running'`,
  `CREATE INDEX campaign_tasks_by_job ON campaign_tasks (job_id) WHERE job_id IS NOT NULL`,
  `CREATE TABLE campaign_searches (
    folded_term TEXT NOT NULL, state TEXT NOT NULL, city TEXT NOT NULL,
    found INTEGER NOT NULL, fresh INTEGER NOT NULL,
    done_at INTEGER NOT NULL,
    PRIMARY KEY (folded_term, state, city)
  ) WITHOUT ROWID`,
  `CREATE TABLE allowed_domains (
      domain TEXT PRIMARY KEY,
      created_at INTEGER NOT NULL, created_by TEXT NOT NULL
    ) WITHOUT ROWID`,
  `CREATE TABLE lead_tag_counts (tag TEXT PRIMARY KEY, spelling TEXT NOT NULL, n INTEGER NOT NULL)
    WITHOUT ROWID`,
  `CREATE TABLE lead_term_counts (term_key TEXT PRIMARY KEY, term TEXT NOT NULL, n INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE INDEX lead_term_counts_by_n ON lead_term_counts (n DESC)`,
  `CREATE TABLE lead_terms (
    term_key TEXT NOT NULL,
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    PRIMARY KEY (term_key, lead_seq)
  ) WITHOUT ROWID`,
  `CREATE INDEX lead_terms_by_lead ON lead_terms (lead_seq)`,
  `CREATE TRIGGER lead_terms_insert AFTER INSERT ON lead_terms BEGIN
    INSERT INTO lead_term_counts (term_key, term, n) VALUES (new.term_key, new.term_key, 1)
      ON CONFLICT DO UPDATE SET n = n + 1;
  END`,
  `CREATE TRIGGER lead_terms_delete AFTER DELETE ON lead_terms BEGIN
    UPDATE lead_term_counts SET n = n - 1 WHERE term_key = old.term_key;
  END`,
  `CREATE VIRTUAL TABLE lead_search_index USING fts5 (
    document, content = 'lead_search', content_rowid = 'seq', columnsize = 0,
    tokenize = 'trigram case_sensitive 1'
  )`,
  `CREATE TABLE lead_counts (
    federal_state TEXT NOT NULL, company_type TEXT NOT NULL, source_type TEXT NOT NULL,
    score INTEGER NOT NULL, flags INTEGER NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (federal_state, company_type, source_type, score, flags)
  ) WITHOUT ROWID`,
  `CREATE INDEX lead_counts_empty ON lead_counts (n) WHERE n <= 0`,
  `CREATE TABLE lead_facet_counts (
    kind TEXT NOT NULL, value NOT NULL, flags INTEGER NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (kind, value, flags)
  ) WITHOUT ROWID`,
  `CREATE TABLE lead_evidence (
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    id TEXT NOT NULL,
    source TEXT NOT NULL,
    provider TEXT,
    job_id TEXT,
    url TEXT,
    facts TEXT NOT NULL,
    found_at INTEGER NOT NULL
  )`,
  `CREATE INDEX lead_evidence_by_lead ON lead_evidence (lead_seq)`,
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
  `CREATE UNIQUE INDEX register_actors_by_number ON register_actors (export_id, number)`,
  `CREATE INDEX register_actors_by_name ON register_actors
    (export_id, name_key, id, roles, federal_state, postal_code, city_key)`,
  `CREATE TABLE lead_notes (
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    text TEXT NOT NULL,
    channel TEXT
  )`,
  `CREATE INDEX lead_notes_by_lead ON lead_notes (lead_seq)`,
  `CREATE TABLE actions (
    id TEXT PRIMARY KEY, actor TEXT NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL, is_undo INTEGER NOT NULL,
    leads INTEGER NOT NULL, last_event_id TEXT NOT NULL, undone_at INTEGER) WITHOUT ROWID`,
  `CREATE TABLE user_preferences (
    person TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (person, key)
  ) WITHOUT ROWID`,
  `CREATE TABLE saved_views (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    query TEXT NOT NULL,
    position INTEGER NOT NULL,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
    UNIQUE (owner, name_key)
  ) WITHOUT ROWID`,
  `CREATE TABLE lead_drafts (
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    person TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    hints TEXT NOT NULL,
    tone TEXT NOT NULL,
    instructions TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (lead_seq, person)
  )`,
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
  // Each write merges sixteen segments of the index a little. A crisis merge would block one commit for seconds, so it
  // starts only at 500 segments, far below the limit of 2,000.
  `INSERT INTO lead_search_index (lead_search_index, rank) VALUES ('automerge', 16), ('crisismerge', 500)`,
];

/** The whole schema, merged from all earlier migrations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
