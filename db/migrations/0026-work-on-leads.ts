import { type Kysely, sql } from "kysely";

/** The one person there was; `of` writes the path of a column. */
const person = (of: (column: string) => string) =>
  `json_array(json_object('name', ${of("contact_name")}, 'title', ${of("contact_title")}, 'email', NULL,
    'phone', NULL, 'profileUrl', ${of("contact_profile_url")}))`;
const kept = (column: string) => `snapshot ->> '$.lead.${column}'`;
const isKnown = (of: (column: string) => string) =>
  `coalesce(${of("contact_name")}, ${of("contact_title")}, ${of("contact_profile_url")}) IS NOT NULL`;

const statements = [
  "ALTER TABLE leads ADD COLUMN contacts TEXT NOT NULL DEFAULT '[]'",
  "ALTER TABLE leads ADD COLUMN owner TEXT",
  "ALTER TABLE leads ADD COLUMN follow_up_at INTEGER",
  `UPDATE leads SET contacts = ${person((column) => column)} WHERE ${isKnown((column) => column)}`,
  `CREATE TABLE lead_notes (
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    text TEXT NOT NULL,
    channel TEXT
  )`,
  "CREATE INDEX lead_notes_by_lead ON lead_notes (lead_seq)",
  // By whom a note is, an event tells: the last one that changed it, else the first of all.
  `INSERT INTO lead_notes (lead_seq, id, at, actor, text)
    SELECT seq, leads.id, coalesce(told.at, created_at), coalesce(told.actor, ''), notes
    FROM leads LEFT JOIN lead_events AS told ON told.id = (
      SELECT id FROM lead_events WHERE lead_seq = leads.seq
      ORDER BY (changes -> '$.notes' IS NOT NULL) * (at + 1) DESC, id LIMIT 1)
    WHERE notes IS NOT NULL`,
  `UPDATE deleted_leads SET snapshot = json_set(snapshot,
    '$.lead.contacts', iif(${isKnown(kept)}, ${person(kept)}, '[]'),
    '$.notes', json(iif(${kept("notes")} IS NULL, json_array(), json_array(json_object('id', id,
      'at', ${kept("created_at")}, 'actor', '', 'text', ${kept("notes")}, 'channel', NULL)))))`,
];

/** Several persons of a company, who looks after it and when next, and notes as entries. A million leads take 15 s. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
