import { type Kysely, sql } from "kysely";
import { refreshPairs } from "../search/same-company";

const STATEMENTS = [
  `CREATE TABLE company_pairs (
    lead_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    other_seq INTEGER NOT NULL REFERENCES leads (seq) ON DELETE CASCADE,
    PRIMARY KEY (lead_seq, other_seq)
  ) WITHOUT ROWID`,
  `CREATE INDEX company_pairs_by_other ON company_pairs (other_seq)`,
  `CREATE TABLE merged_leads (
    seq INTEGER PRIMARY KEY REFERENCES deleted_leads (seq) ON DELETE CASCADE,
    lead_seq INTEGER NOT NULL,
    moved TEXT NOT NULL
  )`,
  `CREATE INDEX merged_leads_by_lead ON merged_leads (lead_seq)`,
  `CREATE INDEX lead_events_of_merges ON lead_events (kind) WHERE kind IN ('merged', 'parted')`,
  `CREATE INDEX leads_by_management ON leads ((imprint ->> '$.management'))
    WHERE (imprint ->> '$.management') != '[]'`,
  `CREATE INDEX leads_by_street ON leads (street, postal_code) WHERE street IS NOT NULL`,
];

const STEP = 500;

/** Leads that share a number of the Impressum, the management or the address, and those that another one took over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  for (let last: number | undefined = 0; last !== undefined; ) {
    const { rows } = await sql<{ seq: number }>`SELECT seq FROM leads
      WHERE imprint IS NOT NULL AND seq > ${last} ORDER BY seq LIMIT ${STEP}`.execute(db);
    const seqs = rows.map(({ seq }) => seq);
    await refreshPairs(db, seqs);
    last = seqs.at(-1);
  }
}
