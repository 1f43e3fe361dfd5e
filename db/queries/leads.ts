import { type Insertable, sql } from "kysely";
import type { Db } from "../client";
import { foldText, LAST_SORT_KEY, sortKey } from "../fold";
import type {
  LeadEventRow,
  LeadEventsTable,
  LeadRow,
  LeadSourceRow,
  LeadSourcesTable,
  LeadsTable,
  NewLeadRow,
} from "../schema";
import { searchDocument } from "./lead-search";

/** A domain and a phone number as people read them, which the columns alone don't tell. */
interface LeadDisplay {
  unicodeDomain: string;
  nationalPhone: string | null;
}

type DerivedColumns = "nameKey" | "domainKey" | "cityKey" | "termKey" | "scoreKey" | "seq";

/** A lead to insert; the sort keys are derived here. */
export type LeadInsert = Omit<NewLeadRow, DerivedColumns>;
/** Columns to change; sort keys, version and the change time are set here. */
export type LeadChange = Partial<
  Omit<Insertable<LeadsTable>, DerivedColumns | "id" | "domain" | "createdAt" | "version">
>;

function keys(
  lead: {
    companyName: string | null;
    domain: string;
    city: string | null;
    sourceTerm: string | null;
  },
  { unicodeDomain }: LeadDisplay,
) {
  return {
    domainKey: sortKey(unicodeDomain),
    nameKey: sortKey(lead.companyName ?? unicodeDomain),
    cityKey: sortKey(lead.city),
    termKey: lead.sourceTerm === null ? LAST_SORT_KEY : foldText(lead.sourceTerm),
  };
}

async function writeSearchDocument(db: Db, lead: LeadRow, display: LeadDisplay): Promise<void> {
  const document = searchDocument({ ...lead, ...display, emails: parseList(lead.emails) });
  await db
    .insertInto("leadSearch")
    .values({ seq: lead.seq, document })
    .onConflict((conflict) => conflict.column("seq").doUpdateSet({ document }))
    .execute();
}

/** A JSON column that holds an array of texts; what is no text is left out. */
export function parseList(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === "string")
    : [];
}

/** Inserts a lead with its sort keys and its search document. Runs inside the caller's transaction. */
export async function insertLead(db: Db, lead: LeadInsert, display: LeadDisplay): Promise<LeadRow> {
  const row = await db
    .insertInto("leads")
    .values({
      ...lead,
      ...keys(
        {
          companyName: lead.companyName ?? null,
          domain: lead.domain,
          city: lead.city ?? null,
          sourceTerm: lead.sourceTerm ?? null,
        },
        display,
      ),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeSearchDocument(db, row, display);
  return row;
}

/** Changes columns of a lead, and with them what is derived. Runs inside the caller's transaction. */
export async function updateLead(
  db: Db,
  lead: LeadRow,
  change: LeadChange,
  now: number,
  display: LeadDisplay,
): Promise<LeadRow> {
  const next = { ...lead, ...change };
  const row = await db
    .updateTable("leads")
    .set({ ...change, ...keys(next, display), version: lead.version + 1, updatedAt: now })
    .where("seq", "=", lead.seq)
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeSearchDocument(db, row, display);
  return row;
}

export async function getLeadById(db: Db, id: string): Promise<LeadRow | undefined> {
  return db.selectFrom("leads").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The leads that the store already holds of a list of domains, by domain; one query however long the list is. */
export async function findLeadsByDomain(
  db: Db,
  domains: readonly string[],
): Promise<Map<string, LeadRow>> {
  if (domains.length === 0) return new Map();
  const rows = await db
    .selectFrom("leads")
    .selectAll()
    .where(sql<boolean>`domain IN (SELECT value FROM json_each(${JSON.stringify(domains)}))`)
    .execute();
  return new Map(rows.map((row) => [row.domain, row]));
}

/** The tags of each of the leads, sorted; a lead without tags is missing. */
export async function findTags(db: Db, seqs: readonly number[]): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>();
  if (seqs.length === 0) return tags;
  const rows = await db
    .selectFrom("leadTags")
    .selectAll()
    .where(sql<boolean>`lead_seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`)
    .orderBy("leadSeq")
    .orderBy("tag")
    .execute();
  for (const { leadSeq, tag } of rows) {
    const known = tags.get(leadSeq);
    if (known === undefined) tags.set(leadSeq, [tag]);
    else known.push(tag);
  }
  return tags;
}

/** The provider's record of the first time each of the leads was found, as JSON; a lead without one is missing. */
export async function findFirstPayloads(
  db: Db,
  seqs: readonly number[],
): Promise<Map<number, string>> {
  if (seqs.length === 0) return new Map();
  const rows = await db
    .selectFrom("leadSources")
    .select(["leadSeq", "payload", "id"])
    .where(sql<boolean>`lead_seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`)
    .orderBy("id", "desc")
    .execute();
  // Ids grow with time, so the oldest is written last.
  return new Map(rows.map((row) => [row.leadSeq, row.payload]));
}

export async function findSources(db: Db, leadSeq: number): Promise<LeadSourceRow[]> {
  return db
    .selectFrom("leadSources")
    .selectAll()
    .where("leadSeq", "=", leadSeq)
    .orderBy("id")
    .execute();
}

/** Adds where a lead was found; a second time by the same job changes nothing. */
export async function addSource(db: Db, source: Insertable<LeadSourcesTable>): Promise<void> {
  await db
    .insertInto("leadSources")
    .values(source)
    .onConflict((conflict) => conflict.columns(["leadSeq", "jobId"]).doNothing())
    .execute();
}

export async function addEvent(db: Db, event: Insertable<LeadEventsTable>): Promise<void> {
  await addEvents(db, [event]);
}

/** Writes events of some hundred leads at most, in one statement. */
export async function addEvents(
  db: Db,
  events: readonly Insertable<LeadEventsTable>[],
): Promise<void> {
  if (events.length > 0)
    await db
      .insertInto("leadEvents")
      .values([...events])
      .execute();
}

export async function setTags(db: Db, leadSeq: number, tags: readonly string[]): Promise<void> {
  await db
    .deleteFrom("leadTags")
    .where("leadSeq", "=", leadSeq)
    .where(sql<boolean>`tag NOT IN (SELECT value FROM json_each(${JSON.stringify(tags)}))`)
    .execute();
  for (const tag of tags) {
    await db
      .insertInto("leadTags")
      .values({ leadSeq, tag })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function findEvents(db: Db, leadSeq: number): Promise<LeadEventRow[]> {
  return db
    .selectFrom("leadEvents")
    .selectAll()
    .where("leadSeq", "=", leadSeq)
    .orderBy("id", "desc")
    .execute();
}

const ALL = Number.MAX_SAFE_INTEGER;

/** The tags that most leads have, with their number. */
export async function findTagCounts(db: Db, limit = ALL): Promise<{ tag: string; n: number }[]> {
  return db
    .selectFrom("leadTagCounts")
    .selectAll()
    .where("n", ">", 0)
    .orderBy("n", "desc")
    .orderBy("tag")
    .limit(limit)
    .execute();
}

/** The company types that most leads have, with their number. */
export async function findCompanyTypeCounts(
  db: Db,
  limit = ALL,
): Promise<{ companyType: string; n: number }[]> {
  return db
    .selectFrom("leadCounts")
    .select(["companyType", (eb) => eb.fn.sum<number>("n").as("n")])
    .where("companyType", "!=", "")
    .groupBy("companyType")
    .having((eb) => eb.fn.sum("n"), ">", 0)
    .orderBy("n", "desc")
    .orderBy("companyType")
    .limit(limit)
    .execute();
}

/** Search terms with their number of leads, most used first; all of them, or so many. */
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
