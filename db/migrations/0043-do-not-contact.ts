import { type Kysely, sql } from "kysely";

/** Leads that must not be contacted stay in the trash; their domains, addresses and numbers are blocked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE objections (
    domain TEXT PRIMARY KEY,
    lead_id TEXT NOT NULL UNIQUE,
    reason TEXT NOT NULL,
    created_at INTEGER NOT NULL, created_by TEXT NOT NULL
  ) WITHOUT ROWID`.execute(db);
  await sql`CREATE TABLE blocked_contacts (
    contact TEXT NOT NULL,
    domain TEXT NOT NULL REFERENCES objections (domain) ON DELETE CASCADE,
    PRIMARY KEY (contact, domain)
  ) WITHOUT ROWID`.execute(db);
  await sql`CREATE INDEX blocked_contacts_by_domain ON blocked_contacts (domain)`.execute(db);
}
