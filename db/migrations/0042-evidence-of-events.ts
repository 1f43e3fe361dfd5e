import { type Kysely, sql } from "kysely";

const JUDGED = "'companyType', 'topics', 'salesScore', 'salesReason', 'offerPackage'";
const FIELDS = `${JUDGED}, 'companyName', 'website', 'email', 'emails', 'phone', 'phones', 'address', 'street',
  'postalCode', 'city', 'federalState', 'country', 'contactName', 'contactTitle', 'contactProfileUrl', 'notes'`;

/** Evidence was read from the events, which hold lists of columns as JSON texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statement = `INSERT INTO lead_evidence (id, lead_seq, source, provider, job_id, facts, found_at)
    SELECT e.id, e.lead_seq,
      CASE WHEN e.job_id IS NULL THEN 'manual' WHEN kind = 'enriched' THEN basis ELSE source_type END,
      CASE WHEN e.job_id IS NULL THEN actor WHEN kind = 'enriched' THEN model ELSE provider END,
      e.job_id,
      json_group_array(json_object('field', key, 'value', json(
        iif(key IN ('emails', 'phones', 'topics') AND json_type(value, '$.to') = 'text', value ->> '$.to', value -> '$.to')))),
      at
    FROM lead_events AS e CROSS JOIN json_each(changes) ON key IN (${FIELDS})
      LEFT JOIN lead_sources AS s ON s.lead_seq = e.lead_seq AND s.job_id = e.job_id
      LEFT JOIN lead_enrichments AS r ON r.lead_seq = e.lead_seq
    WHERE (e.job_id IS NULL AND kind IN ('created', 'updated')) OR (kind = 'found_again' AND s.id IS NOT NULL)
      OR (kind = 'enriched' AND basis IS NOT NULL AND key IN (${JUDGED}))
    GROUP BY e.id`;
  await sql.raw(statement).execute(db);
}
