import { sql } from "kysely";
import type { Db } from "../client";

/** A lead whose fields, but for those beside it, are one text of JSON. */
export interface LeadText {
  seq: number;
  domain: string;
  phone: string | null;
  phones: string;
  latitude: number | null;
  longitude: number | null;
  /** `{"id":"…",…}`, by the names of the API; times as ISO 8601. */
  rest: string;
}

/** SQLite writes fractions of a number with 15 digits, JavaScript as many as it takes; so places stand beside the text. */
const LEAD_TEXTS = sql<LeadText>`
  SELECT seq, domain, phone, phones, latitude, longitude, json_object(
    'id', id, 'companyName', company_name, 'website', website, 'email', email, 'emails', json(emails),
    'address', address, 'street', street, 'postalCode', postal_code, 'city', city,
    'federalState', federal_state, 'country', country, 'contactName', contact_name,
    'contactTitle', contact_title, 'contactProfileUrl', contact_profile_url,
    'companyType', company_type, 'topics', json(topics), 'salesScore', sales_score,
    'salesReason', sales_reason, 'offerPackage', offer_package, 'source', json('{}'), 'sourceType', source_type,
    'sourceTerm', source_term, 'notes', notes, 'status', status, 'priority', priority,
    'approved', json(iif(approved, 'true', 'false')), 'approvedAt', ${isoTime("approved_at")},
    'createdAt', ${isoTime("created_at")}, 'updatedAt', ${isoTime("updated_at")},
    'tags', (SELECT json_group_array(spelling) FROM (SELECT spelling FROM lead_tags
      JOIN lead_tag_counts USING (tag) WHERE lead_tags.lead_seq = leads.seq ORDER BY lead_tags.tag))
  ) AS rest FROM leads`;

function isoTime(column: string) {
  return sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(column)} / 1000.0, 'unixepoch')`;
}

/** Leads by their internal numbers as texts, in the order of the numbers: SQLite writes JSON faster than rows are read. */
export async function findLeadTexts(db: Db, seqs: readonly number[]): Promise<LeadText[]> {
  const { rows } = await sql<LeadText>`
    ${LEAD_TEXTS} WHERE seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`.execute(db);
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}
