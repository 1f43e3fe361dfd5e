import { type Kysely, sql } from "kysely";

const statements = [
  `CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('administrator', 'member')),
    password_hash TEXT,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
    disabled_at INTEGER, last_sign_in_at INTEGER
  ) WITHOUT ROWID`,

  `CREATE TABLE sessions (
    id_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL,
    client TEXT NOT NULL,
    by_link INTEGER NOT NULL DEFAULT 0 CHECK (by_link IN (0, 1))
  ) WITHOUT ROWID`,
  "CREATE INDEX sessions_by_user ON sessions (user_id, last_seen_at)",
  "CREATE INDEX sessions_by_age ON sessions (last_seen_at)",

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

  // At most one row: a new start link ends the one before.
  `CREATE TABLE start_links (
    token_hash TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID`,
];

/** Who may come in: users with their sessions, tokens of programs, the start link. Secrets are kept as hashes only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}
