import { type Kysely, sql } from "kysely";
import { parsePhoneNumber } from "../phone-number";

/** Leads read at once. */
const CHUNK = 5_000;

const SHOWN = "shown.value ->> 1";
/** Where numbers stand, and what is written beside them. */
const NUMBERS: [table: string, phone: string, change: string][] = [
  ["leads", "phone", `phone_display = ${SHOWN}`],
  [
    "deleted_leads",
    "snapshot ->> '$.lead.phone'",
    `snapshot = json_set(snapshot, '$.lead.phone_display', ${SHOWN})`,
  ],
];

/**
 * Telephone numbers as people read them, beside each as it is stored. All are written here, and none when it is shown
 * for the first time: nobody may see two forms, and lists would go on reading numbers. Only the program knows how they
 * are written, so it is no statement of SQL; a million leads take 18 s, a third of it for reading them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE leads ADD COLUMN phone_display TEXT`.execute(db);
  for (const [table, phone, change] of NUMBERS) {
    for (let last = 0, count = CHUNK; count === CHUNK; ) {
      const { rows } = await sql<{ seq: number; phone: string }>`
        SELECT seq, ${sql.raw(phone)} AS phone FROM ${sql.table(table)}
        WHERE seq > ${last} AND ${sql.raw(phone)} IS NOT NULL ORDER BY seq LIMIT ${CHUNK}`.execute(
        db,
      );
      const shown = rows.map(({ seq, phone }) => [seq, parsePhoneNumber(phone).display]);
      await sql`UPDATE ${sql.table(table)} SET ${sql.raw(change)}
        FROM json_each(${JSON.stringify(shown)}) AS shown WHERE seq = shown.value ->> 0`.execute(
        db,
      );
      last = rows.at(-1)?.seq ?? last;
      count = rows.length;
    }
  }
}
