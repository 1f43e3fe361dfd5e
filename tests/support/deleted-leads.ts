import { sql } from "kysely";
import type { Db } from "~db/client";
import { moveLeadsToTrash, restoreLeads } from "~db/queries/deleted-leads";
import { insertJobResults } from "~db/queries/job-results";
import { addTag } from "~db/queries/lead-bulk";
import { saveLeadDraft } from "~db/queries/lead-drafts";
import { addSources, type LeadInsert } from "~db/queries/leads";
import { addJob, addLead, NOON, nextId } from "./store";

/** When leads are brought back. */
export const LATER = NOON + 3_600_000;

/** Texts that a way through JSON could bend. */
export const NASTY = [
  "Öl & Söhne „Groß“ <GmbH>",
  `"doppelt" 'einfach' \\ \`schräg\``,
  "Zeile 1\nZeile 2\r\n\tEingerückt",
  "😀 👩‍👩‍👧 \u{1F1E9}\u{1F1EA}",
  '{"json":[1,null,true],"x":"\\u00e4"}',
  '["liste"]',
  "null",
  "007",
  "1e5",
  "",
  " \u00a0\u2028\u2029\ufeff\u0001\u001f\u007f ",
  "a\u0000b",
  "e\u0301 \u00e9",
  "'; DROP TABLE leads; --",
];
const nasty = (index: number) => NASTY[index % NASTY.length] ?? "";

/** Every nullable column filled, each text another kind of trouble from one lead to the next. */
function filledLead(number: number): LeadInsert {
  const text = (index: number) => nasty(number + index);
  return {
    id: nextId("voll"),
    domain: `voll-${number}.de`,
    nameGuessed: 1 as const,
    companyName: text(0),
    website: text(1),
    email: text(2),
    emails: JSON.stringify([text(2), 'a"b@c.de']),
    phone: text(3),
    address: text(4),
    street: text(5),
    postalCode: text(6),
    city: text(7),
    federalState: "Baden-Württemberg",
    country: text(8),
    latitude: [52.520_006_599_999_99, 0.1 + 0.2, -0.000_012_345_678_901_234, 50][number % 4] ?? 0,
    longitude: [13.404_953_999_999_975, 1 / 3, 1e-300, 5e-324][number % 4] ?? 0,
    contactName: text(9),
    contactTitle: text(10),
    contactProfileUrl: text(11),
    companyType: text(12),
    topics: JSON.stringify(NASTY),
    salesScore: (number % 5) + 1,
    salesReason: text(13),
    offerPackage: text(14),
    imprint: JSON.stringify({ legalName: text(15) }),
    sourceType: "csv",
    sourceTerm: text(15),
    notes: text(16),
    status: "qualifiziert",
    priority: "hoch",
    approved: 1,
    approvedAt: NOON - 1,
    owner: text(17),
    followUpAt: NOON + 1,
    editedFields: '["notes","status"]',
    createdAt: NOON - number * 899_999,
    updatedAt: NOON,
  };
}

export async function addFilledLead(db: Db, number: number) {
  const job = await addJob(db);
  const { domain, ...fields } = filledLead(number);
  const lead = await addLead(db, { ...fields, domain });
  for (const tag of ["favorit", "kontaktiert", nasty(number), `größe "${number}"`]) {
    await addTag(db, [lead.seq], tag);
  }
  const source = { leadSeq: lead.seq, sourceType: "maps" as const, foundAt: NOON };
  await addSources(db, [
    {
      ...source,
      id: nextId("quelle"),
      jobId: job.id,
      provider: nasty(number),
      term: nasty(number + 1),
      region: nasty(number + 2),
      payload: JSON.stringify({ nested: { list: NASTY, number: 0.1, nothing: null } }),
    },
  ]);
  await addSources(db, [{ ...source, id: nextId("quelle"), payload: nasty(number + 4) }]);
  const event = { leadSeq: lead.seq, at: NOON, actor: nasty(number + 3) };
  const changes = JSON.stringify({ notes: { from: nasty(number), to: nasty(number + 1) } });
  await db
    .insertInto("leadEvents")
    .values({
      ...event,
      id: nextId("0-ereignis"),
      kind: "created",
      changes: "{}",
      jobId: job.id,
      actionId: nextId("aktion"),
    })
    .execute();
  await db
    .insertInto("leadEvents")
    .values({ ...event, id: nextId("0-ereignis"), kind: "updated", changes })
    .execute();
  const { seq: leadSeq } = lead;
  const note = { id: "besuch", leadSeq, at: NOON, actor: nasty(number), text: nasty(number + 1) };
  await db
    .insertInto("leadNotes")
    .values({ ...note, channel: "besuch" })
    .execute();
  const facts = JSON.stringify([{ field: "city", value: nasty(number) }]);
  const finding = { leadSeq, source: nasty(number), facts, foundAt: NOON };
  await db
    .insertInto("leadEvidence")
    .values([
      { ...finding, id: nextId("beleg") },
      ...[{ ...finding, id: nextId("beleg"), provider: nasty(number), jobId: job.id, url: "u" }],
    ])
    .execute();
  const passages = JSON.stringify([{ quote: nasty(number), url: nasty(number + 1) }]);
  await db
    .insertInto("leadEnrichments")
    .values({
      leadSeq,
      ...(number % 2 === 0
        ? { basis: "model", model: nasty(number), passages, isSuspicious: 1, enrichedAt: NOON }
        : { problem: nasty(number + 2), note: nasty(number + 3), awaitsModel: 1 }),
      jobId: number % 2 === 0 ? job.id : null,
      triedAt: NOON,
    })
    .execute();
  const [subject, body] = [nasty(number), nasty(number + 1)];
  await saveLeadDraft(db, lead.id, {
    ...{ person: nasty(number + 2), subject, body },
    ...{ tone: "formell", instructions: nasty(number + 3), updatedAt: NOON },
  });
  await insertJobResults(db, [
    { jobId: job.id, position: 1, leadSeq, domain, companyName: nasty(number), isNew: 1 },
    { jobId: job.id, position: 2, domain, skipReason: "duplicate", isNew: 0 },
  ]);
  return lead;
}

export type Row = Record<string, unknown>;

export async function query(db: Db, text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(db)).rows;
}

const PARTS = ["search", "tags", "terms", "sources", "events", "enrichments", "evidence", "notes"];
const TABLES = ["leads", "job_results", "deleted_leads", ...PARTS.map((part) => `lead_${part}`)];
export const COUNTERS = ["lead_facet_counts", "lead_term_counts", "lead_tag_counts"];

/** Every row of every table that a lead leaves something in; counters without those that are back at nought. */
export async function dump(db: Db): Promise<Record<string, Row[]>> {
  const entries = [...TABLES, ...COUNTERS].map(async (table) => {
    const isCounter = COUNTERS.includes(table);
    const text = `SELECT * FROM ${table}${isCounter ? " WHERE n <> 0" : ""} ORDER BY 1, 2`;
    return [table, await query(db, text)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

export async function trash(db: Db, seqs: readonly number[], id = nextId("loeschung"), at = NOON) {
  return db.transaction().execute((trx) => moveLeadsToTrash(trx, seqs, { id, at, actor: "anna" }));
}

export async function bringBack(db: Db, seqs: readonly number[]) {
  const by = { at: LATER, actor: "ben" };
  return db.transaction().execute((trx) => restoreLeads(trx, seqs, by));
}
