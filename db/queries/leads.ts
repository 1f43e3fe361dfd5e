import { domainToUnicode } from "node:url";
import { sql } from "kysely";
import { v7 as uuid } from "uuid";
import type { Db } from "../client";
import { foldText, LAST_SORT_KEY, labelKey, sortKey } from "../fold";
import { parsePhoneNumber } from "../phone-number";
import type { LeadContact, LeadEventRow, LeadRow, LeadSourceRow, New } from "../schema";
import { refreshPairs } from "../search/same-company";
import { isSearched } from "../search/search-document";
import { type Action, recordAction } from "./actions";
import { insertRows } from "./insert-rows";
import { ownDomains } from "./merged-leads";
import { listed } from "./read-rows";
import { addTerms, parseContacts, refreshDocuments, refreshTerms } from "./search-index";

export { parseContacts, parseList } from "./search-index";

type PersonColumn = "contacts" | "contactName" | "contactTitle" | "contactProfileUrl";
type Derived = Exclude<keyof ReturnType<typeof deriveColumns>, PersonColumn> | "scoreKey" | "seq";

export type LeadInsert = Omit<New<"leads">, Derived>;
export type LeadChange = Partial<Omit<New<"leads">, Derived | "id" | "createdAt" | "version">>;

export const NOBODY: LeadContact = {
  name: null,
  title: null,
  email: null,
  phone: null,
  profileUrl: null,
};

/** Derives the readable number, the first person and the sort keys that SQLite does not generate. */
export function deriveColumns(
  lead: Pick<New<"leads">, "companyName" | "domain" | "city" | "sourceTerm" | "phone" | "contacts">,
) {
  const persons = parseContacts(lead.contacts);
  const [first = NOBODY] = persons;
  const { companyName = null, city = null, sourceTerm = null, phone = null } = lead;
  const domain = domainToUnicode(lead.domain) || lead.domain;
  return {
    phoneDisplay: phone === null ? null : parsePhoneNumber(phone).display,
    domainKey: sortKey(domain),
    nameKey: sortKey(companyName ?? domain),
    cityKey: sortKey(city),
    termKey: sourceTerm === null ? LAST_SORT_KEY : foldText(sourceTerm),
    contacts: JSON.stringify(persons),
    contactName: first.name,
    contactTitle: first.title,
    contactProfileUrl: first.profileUrl,
  };
}

const DEFAULTS = { status: "neu", phones: "[]", editedFields: "[]", approved: 0 } as const;

/** Runs in the caller's transaction, for some hundred leads at once. */
export async function insertLeads(
  db: Db,
  leads: readonly { lead: LeadInsert; tags?: readonly string[] }[],
  actor = "",
): Promise<LeadRow[]> {
  if (leads.length === 0) return [];
  const tagsOf = new Map(leads.map(({ lead, tags = [] }) => [lead.domain, tags]));
  const values = leads.map(({ lead, tags = [] }) => {
    const isTagged = (key: string) => (tags.some((tag) => labelKey(tag) === key) ? 1 : 0);
    const flags = { contacted: isTagged("kontaktiert"), favorite: isTagged("favorit") } as const;
    // Spreading this many columns twice takes twenty times as long.
    return Object.assign({}, DEFAULTS, lead, Object.assign(flags, deriveColumns(lead)));
  });
  const rows: LeadRow[] = await insertRows(db, "leads", values, "RETURNING *");
  await addTerms(
    db,
    rows.map(({ seq, sourceTerm }) => ({ leadSeq: seq, term: sourceTerm })),
  );
  const given = rows.flatMap(({ seq, domain }) =>
    (tagsOf.get(domain) ?? []).map((tag) => [seq, tag] as const),
  );
  if (given.length > 0) await insertTags(db, given);
  const notes = rows.flatMap(({ id, seq: leadSeq, notes: text, createdAt: at }) =>
    text === null ? [] : { id, leadSeq, at, actor, text },
  );
  await insertRows(db, "leadNotes", notes);
  await refreshDocuments(
    db,
    rows.map(({ seq }) => seq),
  );
  const imprinted = rows.flatMap(({ seq, imprint }) => (imprint === null ? [] : seq));
  if (imprinted.length > 0) await refreshPairs(db, imprinted);
  return rows;
}

export async function insertLead(
  db: Db,
  lead: LeadInsert,
  tags: readonly string[] = [],
): Promise<LeadRow> {
  const [row] = await insertLeads(db, [{ lead, tags }]);
  if (row === undefined) throw new Error(`lead ${lead.id} was not inserted`);
  return row;
}

/** Runs in the caller's transaction. Unchanged columns are not written, which spares their indexes. */
export async function updateLead(
  db: Db,
  lead: LeadRow,
  change: LeadChange,
  now: number,
): Promise<LeadRow> {
  const before = new Map<string, unknown>(Object.entries(lead));
  const changed = Object.entries({
    ...change,
    ...deriveColumns({ ...lead, ...change }),
  }).filter(([column, value]) => value !== undefined && before.get(column) !== value);
  const row = await db
    .updateTable("leads")
    .set({ ...Object.fromEntries(changed), version: lead.version + 1, updatedAt: now })
    .where("seq", "=", lead.seq)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (row.sourceTerm !== lead.sourceTerm) await refreshTerms(db, [row.seq]);
  if (row.imprint !== lead.imprint) await refreshPairs(db, [row.seq]);
  if (changed.some(([column]) => isSearched(column))) await refreshDocuments(db, [row.seq]);
  return row;
}

export function getLeadById(db: Db, id: string) {
  return db.selectFrom("leads").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findLeadsByDomain(
  db: Db,
  domains: readonly string[],
): Promise<Map<string, LeadRow>> {
  const { rows } = await sql<LeadRow & { asked: string }>`SELECT leads.*, asked
    FROM ${ownDomains(domains)} JOIN leads ON leads.domain = own`.execute(db);
  return new Map(rows.map(({ asked, ...row }) => [asked, row]));
}

/** Sorted; leads without tags are left out. */
export async function findTags(db: Db, seqs: readonly number[]): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>();
  const rows = await db
    .selectFrom("leadTags")
    .innerJoin("leadTagCounts", "leadTagCounts.tag", "leadTags.tag")
    .select(["leadSeq", "spelling"])
    .where("leadSeq", "in", listed(seqs))
    .orderBy("leadSeq")
    .orderBy("leadTags.tag")
    .execute();
  for (const { leadSeq, spelling } of rows) {
    tags.set(leadSeq, [...(tags.get(leadSeq) ?? []), spelling]);
  }
  return tags;
}

/** JSON of the lead's first finding. */
export async function getFirstPayload(db: Db, leadSeq: number): Promise<string | undefined> {
  const payloads = db.selectFrom("leadSources").select("payload").where("leadSeq", "=", leadSeq);
  return (await payloads.orderBy("id").limit(1).executeTakeFirst())?.payload;
}

export function findSources(db: Db, leadSeq: number): Promise<LeadSourceRow[]> {
  const sources = db.selectFrom("leadSources").selectAll().where("leadSeq", "=", leadSeq);
  return sources.orderBy("id").execute();
}

export async function hasJobFound(
  db: Db,
  jobIds: readonly string[],
  seqs: readonly number[],
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM lead_sources
    WHERE lead_seq IN ${listed(seqs)} AND job_id IN ${listed(jobIds)} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Ignores leads that the same job has already found. */
export async function addSources(db: Db, sources: readonly New<"leadSources">[]): Promise<void> {
  if (sources.length === 0) return;
  await insertRows(db, "leadSources", sources, "ON CONFLICT (lead_seq, job_id) DO NOTHING");
  const found = await addTerms(db, sources);
  if (found.length > 0) await refreshDocuments(db, found);
}

export type EventInfo = Omit<New<"leadEvents">, "id" | "leadSeq" | "changes" | "actionId"> & {
  action?: Action | undefined;
};

/** All events share the info; `changes` is JSON. */
export async function addEvents(
  db: Db,
  { at, actor, kind, jobId = null, action }: EventInfo,
  events: readonly { leadSeq: number; changes: string }[],
): Promise<void> {
  const about = { at, actor, kind, jobId, actionId: action?.id ?? null };
  const rows = events.map((event) => ({ id: uuid(), ...event, ...about }));
  await insertRows(db, "leadEvents", rows);
  if (action) await recordAction(db, action, about, rows.length, rows.at(-1)?.id);
}

/** True if the job created the lead or filled its main address. */
export async function hasEmailOf(db: Db, leadSeq: number, jobId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM lead_events WHERE lead_seq = ${leadSeq} AND job_id = ${jobId}
    AND (kind = 'created' OR changes ->> '$.email' IS NOT NULL) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Keeps the first spelling of a known tag, and drops duplicates. */
export async function spellTags(db: Db, tags: readonly string[]): Promise<string[]> {
  const keys = [...new Map(tags.toReversed().map((tag) => [labelKey(tag), tag]))];
  const known = await db
    .selectFrom("leadTagCounts")
    .select(["tag", "spelling"])
    .where("tag", "in", [...keys.map(([key]) => key), ""])
    .execute();
  const spellings = new Map([
    ...keys,
    ...known.map(({ tag, spelling }) => [tag, spelling] as const),
  ]);
  return [...spellings.keys()].sort().map((key) => spellings.get(key) ?? key);
}

/** Leaves the search documents unchanged. Expects tags as `spellTags` returns them. */
export async function insertTags(
  db: Db,
  given: readonly (readonly [leadSeq: number, tag: string])[],
): Promise<void> {
  const rows = JSON.stringify(given.map(([leadSeq, tag]) => [leadSeq, labelKey(tag), tag]));
  await sql`INSERT INTO lead_tag_counts (tag, spelling, n)
    SELECT value ->> 1, value ->> 2, 0 FROM json_each(${rows}) WHERE true ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await sql`INSERT INTO lead_tags (lead_seq, tag)
    SELECT value ->> 0, value ->> 1 FROM json_each(${rows}) WHERE true ON CONFLICT DO NOTHING`.execute(
    db,
  );
}

/** Replaces all tags in the caller's transaction. */
export async function setTags(
  db: Db,
  given: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  const tags = [...given].flatMap(([seq, own]) => own.map((tag) => [seq, tag] as const));
  const kept = JSON.stringify(tags.map(([seq, tag]) => [seq, labelKey(tag)]));
  await sql`DELETE FROM lead_tags WHERE lead_seq IN ${listed([...given.keys()])}
    AND (lead_seq, tag) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(${kept}))`.execute(
    db,
  );
  await insertTags(db, tags);
  await refreshDocuments(db, [...given.keys()]);
}

/** Newest first, also those of merged leads. */
export async function findEvents(db: Db, leadSeq: number): Promise<LeadEventRow[]> {
  const columns = ["id", "at", "actor", "kind", "changes", "job_id", "action_id"];
  const merged = columns.map((column) => sql`event.value ->> ${sql.lit(column)}`);
  const { rows } = await sql<LeadEventRow>`
    SELECT lead_seq, ${sql.join(columns.map(sql.ref))} FROM lead_events WHERE lead_seq = ${leadSeq}
    UNION ALL SELECT lead_seq, ${sql.join(merged)}
    FROM merged_leads JOIN deleted_leads USING (seq), json_each(snapshot, '$.events') AS event
    WHERE lead_seq = ${leadSeq} AND event.value ->> 'action_id' IS NOT deletion_id ORDER BY id DESC`.execute(
    db,
  );
  return rows;
}

const ALL = Number.MAX_SAFE_INTEGER;

export async function findTagCounts(db: Db, limit = ALL): Promise<{ tag: string; n: number }[]> {
  return db
    .selectFrom("leadTagCounts")
    .select(["spelling as tag", "n"])
    .where("n", ">", 0)
    .orderBy("n", "desc")
    .orderBy("tag")
    .limit(limit)
    .execute();
}

export function findCompanyTypeCounts(db: Db, limit = ALL) {
  return db
    .selectFrom("leadFacetCounts")
    .select((eb) => [
      eb.ref("value").$castTo<string>().as("companyType"),
      eb.fn.sum<number>("n").as("n"),
    ])
    .where("kind", "=", "company_type")
    .where("value", "!=", "")
    .groupBy("value")
    .having((eb) => eb.fn.sum("n"), ">", 0)
    .orderBy("n", "desc")
    .orderBy("companyType")
    .limit(limit)
    .execute();
}

export async function findSearchTerms(db: Db, limit = ALL): Promise<{ term: string; n: number }[]> {
  return db
    .selectFrom("leadTermCounts")
    .select(["term", "n"])
    .where("n", ">", 0)
    .orderBy("n", "desc")
    .orderBy("termKey")
    .limit(limit)
    .execute();
}
