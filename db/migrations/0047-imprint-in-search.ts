import { type Kysely, sql } from "kysely";
import { searchDocument } from "../search/search-document";

const STEP = 500;

/** Leads are found by the numbers of their Impressum. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; ) {
    const { rows } = await sql<{ seq: number; document: string; imprint: string }>`
      SELECT seq, document, imprint FROM leads JOIN lead_search USING (seq)
      WHERE imprint IS NOT NULL AND seq > ${last} ORDER BY seq LIMIT ${STEP}`.execute(db);
    const documents = rows.map(({ seq, document, imprint }) => {
      const lines = searchDocument({ imprint: JSON.parse(imprint) });
      return [seq, document.slice(0, -1) + lines.slice(1)];
    });
    await sql`UPDATE lead_search SET document = value ->> 1
      FROM json_each(${JSON.stringify(documents)}) WHERE seq = value ->> 0`.execute(db);
    last = rows.at(-1)?.seq;
  }
}
