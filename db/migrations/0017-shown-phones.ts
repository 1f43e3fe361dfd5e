import { type Kysely, sql } from "kysely";

const statements = [
  "ALTER TABLE leads ADD COLUMN phone_display TEXT",
  "UPDATE leads SET phone_display = display_phone(phone) WHERE phone IS NOT NULL",
  `UPDATE deleted_leads SET snapshot = json_set(snapshot, '$.lead.phone_display',
    display_phone(snapshot ->> '$.lead.phone')) WHERE snapshot ->> '$.lead.phone' IS NOT NULL`,
];

/**
 * Telephone numbers as people read them, beside each as it is stored. All are written here, and none when it is shown
 * for the first time: nobody may see two forms, and lists would go on reading numbers. A million leads take 20 s.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
