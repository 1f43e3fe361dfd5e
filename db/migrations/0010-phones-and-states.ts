import { type Kysely, sql } from "kysely";
import { stateOfRegion } from "../state-regions";

/** Leads read at once. */
const CHUNK = 5_000;

interface Stateless {
  seq: number;
  postalCode: string | null;
  city: string | null;
}

/** Further telephone numbers of a company, and the federal state of the stored ones that have none from their source. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE leads ADD COLUMN phones TEXT NOT NULL DEFAULT '[]'`.execute(db);
  await sql`UPDATE deleted_leads SET snapshot = json_set(snapshot, '$.lead.phones', '[]')`.execute(
    db,
  );
  for (let last = 0, count = CHUNK; count === CHUNK; ) {
    const { rows } = await sql<Stateless>`SELECT seq, postal_code, city FROM leads
      WHERE seq > ${last} AND federal_state IS NULL AND ifnull(country, 'DE') = 'DE'
        AND NOT EXISTS (SELECT 1 FROM json_each(edited_fields) WHERE value = 'federalState')
      ORDER BY seq LIMIT ${CHUNK}`.execute(db);
    const bySeq = rows.flatMap(({ seq, postalCode, city }) => {
      const state = stateOfRegion(postalCode, city);
      return state === null ? [] : [[seq, state]];
    });
    await sql`UPDATE leads SET federal_state = found.value ->> 1, version = version + 1
      FROM json_each(${JSON.stringify(bySeq)}) AS found WHERE leads.seq = found.value ->> 0`.execute(
      db,
    );
    last = rows.at(-1)?.seq ?? last;
    count = rows.length;
  }
}
