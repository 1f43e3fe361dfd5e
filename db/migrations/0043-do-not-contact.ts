import { type Kysely, sql } from "kysely";

/** Companies that must not be contacted keep their lead in the trash; its addresses and numbers are blocked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE blocked_domains ADD COLUMN reason TEXT`.execute(db);
  await sql`ALTER TABLE blocked_domains ADD COLUMN lead_id TEXT`.execute(db);
  await sql`CREATE TABLE blocked_contacts (
    contact TEXT NOT NULL,
    domain TEXT NOT NULL REFERENCES blocked_domains (domain) ON DELETE CASCADE,
    PRIMARY KEY (contact, domain)
  ) WITHOUT ROWID`.execute(db);
  await sql`CREATE INDEX blocked_contacts_by_domain ON blocked_contacts (domain)`.execute(db);
}
