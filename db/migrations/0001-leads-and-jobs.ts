import { type Kysely, sql } from "kysely";

const CUBE = [
  "company_type",
  "federal_state",
  "source_type",
  "score",
  "approved",
  "contacted",
  "favorite",
  "has_email",
  "has_phone",
];

function cubeValues(row: "new" | "old"): string {
  return [
    `ifnull(${row}.company_type, '')`,
    `ifnull(${row}.federal_state, '')`,
    `${row}.source_type`,
    `ifnull(${row}.sales_score, 0)`,
    `${row}.approved`,
    `${row}.contacted`,
    `${row}.favorite`,
    `${row}.email IS NOT NULL`,
    `${row}.phone IS NOT NULL`,
  ].join(", ");
}

const countUp = `INSERT INTO lead_counts (${CUBE.join(", ")}, n) VALUES (${cubeValues("new")}, 1)
  ON CONFLICT DO UPDATE SET n = n + 1;`;
const countDown = `UPDATE lead_counts SET n = n - 1 WHERE (${CUBE.join(", ")}) = (${cubeValues("old")});`;
const countTermUp = `INSERT INTO lead_term_counts (term, term_key, n) SELECT new.source_term, new.term_key, 1
  WHERE new.source_term IS NOT NULL ON CONFLICT DO UPDATE SET n = n + 1;`;
const countTermDown = "UPDATE lead_term_counts SET n = n - 1 WHERE term = old.source_term;";

/** Behind each sort column: the tie-break, then what a list is filtered by, so that the ids of a page come from the index alone. */
const COVERED = "seq, approved, company_type, federal_state, source_type";
const SORTS: Record<string, string> = {
  updated: "updated_at",
  name: "name_key",
  domain: "domain_key",
  city: "city_key",
  score: "score_key",
  term: "term_key",
};

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
    source_type TEXT NOT NULL CHECK (source_type IN ('maps', 'serp', 'csv', 'profiles', 'import')),
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
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  )`,
  ...Object.entries(SORTS).flatMap(([name, column]) => [
    `CREATE INDEX leads_by_${name} ON leads (${column}, ${COVERED})`,
    `CREATE INDEX leads_contacted_by_${name} ON leads (${column}, ${COVERED}, favorite) WHERE contacted = 1`,
    `CREATE INDEX leads_favorite_by_${name} ON leads (${column}, ${COVERED}, contacted) WHERE favorite = 1`,
  ]),
  "CREATE INDEX leads_contacted ON leads (seq, approved, company_type, favorite) WHERE contacted = 1",
  "CREATE INDEX leads_favorite ON leads (seq, approved, company_type, contacted) WHERE favorite = 1",
  "CREATE INDEX leads_by_facet ON leads (federal_state, company_type, seq, approved, source_type)",
  "CREATE INDEX leads_by_created ON leads (created_at)",

  `CREATE TABLE lead_search (
    seq INTEGER PRIMARY KEY REFERENCES leads (seq) ON DELETE CASCADE,
    document TEXT NOT NULL
  )`,
  `CREATE VIRTUAL TABLE lead_search_index USING fts5 (
    document, content = 'lead_search', content_rowid = 'seq', columnsize = 0,
    tokenize = 'trigram case_sensitive 1'
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
  "CREATE INDEX lead_tags_by_lead ON lead_tags (lead_seq, tag)",
  `CREATE TRIGGER lead_tags_insert AFTER INSERT ON lead_tags WHEN new.tag IN ('kontaktiert', 'favorit') BEGIN
    UPDATE leads SET contacted = 1 WHERE seq = new.lead_seq AND new.tag = 'kontaktiert';
    UPDATE leads SET favorite = 1 WHERE seq = new.lead_seq AND new.tag = 'favorit';
  END`,
  `CREATE TRIGGER lead_tags_delete AFTER DELETE ON lead_tags WHEN old.tag IN ('kontaktiert', 'favorit') BEGIN
    UPDATE leads SET contacted = 0 WHERE seq = old.lead_seq AND old.tag = 'kontaktiert';
    UPDATE leads SET favorite = 0 WHERE seq = old.lead_seq AND old.tag = 'favorit';
  END`,

  `CREATE TABLE lead_sources (
    id TEXT PRIMARY KEY,
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    job_id TEXT, source_type TEXT NOT NULL, provider TEXT, term TEXT, region TEXT,
    payload TEXT NOT NULL DEFAULT '{}',
    found_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
  "CREATE UNIQUE INDEX lead_sources_by_lead ON lead_sources (lead_seq, job_id)",

  `CREATE TABLE lead_events (
    id TEXT PRIMARY KEY,
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    at INTEGER NOT NULL, actor TEXT NOT NULL, kind TEXT NOT NULL,
    changes TEXT NOT NULL DEFAULT '{}',
    job_id TEXT
  ) WITHOUT ROWID`,
  "CREATE INDEX lead_events_by_lead ON lead_events (lead_seq, id)",

  `CREATE TABLE lead_counts (
    company_type TEXT NOT NULL, federal_state TEXT NOT NULL, source_type TEXT NOT NULL,
    score INTEGER NOT NULL, approved INTEGER NOT NULL, contacted INTEGER NOT NULL,
    favorite INTEGER NOT NULL, has_email INTEGER NOT NULL, has_phone INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (${CUBE.join(", ")})
  ) WITHOUT ROWID`,
  "CREATE TABLE lead_term_counts (term TEXT PRIMARY KEY, term_key TEXT NOT NULL, n INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE INDEX lead_term_counts_by_key ON lead_term_counts (term_key, n)",
  "CREATE TABLE lead_quarter_counts (quarter INTEGER PRIMARY KEY, n INTEGER NOT NULL)",
  `CREATE TRIGGER leads_count_insert AFTER INSERT ON leads BEGIN
    ${countUp}
    ${countTermUp}
    INSERT INTO lead_quarter_counts (quarter, n) VALUES (new.created_at / 900000, 1)
      ON CONFLICT DO UPDATE SET n = n + 1;
  END`,
  `CREATE TRIGGER leads_count_delete AFTER DELETE ON leads BEGIN
    ${countDown}
    ${countTermDown}
    UPDATE lead_quarter_counts SET n = n - 1 WHERE quarter = old.created_at / 900000;
  END`,
  `CREATE TRIGGER leads_count_update AFTER UPDATE OF
      company_type, federal_state, source_type, sales_score, approved, contacted, favorite, email, phone ON leads
    WHEN (${cubeValues("old")}) IS NOT (${cubeValues("new")}) BEGIN
    ${countDown}
    ${countUp}
  END`,
  `CREATE TRIGGER leads_term_update AFTER UPDATE OF source_term ON leads
    WHEN old.source_term IS NOT new.source_term BEGIN
    ${countTermDown}
    ${countTermUp}
  END`,

  `CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL CHECK (type IN ('maps', 'serp', 'csv', 'profiles', 'enrichment')),
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
    created_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER
  )`,
  "CREATE INDEX jobs_by_created ON jobs (created_at, id)",
  "CREATE INDEX jobs_open ON jobs (created_at) WHERE status IN ('queued', 'running')",
  `CREATE TABLE job_results (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    lead_seq INTEGER REFERENCES leads (seq) ON DELETE SET NULL,
    domain TEXT, company_name TEXT, website TEXT, phone TEXT, address TEXT, city TEXT,
    is_new INTEGER NOT NULL DEFAULT 0,
    skip_reason TEXT,
    email_state TEXT,
    PRIMARY KEY (job_id, position)
  ) WITHOUT ROWID`,
  "CREATE INDEX job_results_by_lead ON job_results (lead_seq)",
  `CREATE TABLE provider_calls (
    id TEXT PRIMARY KEY,
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    step TEXT NOT NULL, provider TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('intended', 'answered', 'failed')),
    created_at INTEGER NOT NULL, answered_at INTEGER, credits_charged REAL
  ) WITHOUT ROWID`,
  "CREATE INDEX provider_calls_by_job ON provider_calls (job_id, step)",
  `CREATE TABLE email_lookups (
    domain TEXT NOT NULL, provider TEXT NOT NULL, state TEXT NOT NULL,
    emails TEXT NOT NULL DEFAULT '[]',
    looked_up_at INTEGER NOT NULL,
    PRIMARY KEY (domain, provider)
  ) WITHOUT ROWID`,
  `CREATE TABLE search_history (
    id TEXT PRIMARY KEY,
    mode TEXT NOT NULL CHECK (mode IN ('stadtwerke', 'industrie', 'custom')),
    query TEXT NOT NULL, region TEXT NOT NULL,
    job_id TEXT REFERENCES jobs (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL
  )`,
  "CREATE INDEX search_history_by_mode ON search_history (mode, created_at)",
  "CREATE TABLE credentials (service TEXT PRIMARY KEY, ciphertext BLOB NOT NULL, updated_at INTEGER NOT NULL)",
];

/** The store's first schema: leads with their search index and counters, jobs with their results, and what they rest on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}
