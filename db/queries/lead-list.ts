import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client";
import type { LeadRow } from "../schema";
import { columnConditions, flag, type LeadListFilter } from "./lead-conditions";
import { matchExpression, searchText } from "./lead-search";

export type LeadSort =
  | "createdAt"
  | "updatedAt"
  | "companyName"
  | "domain"
  | "city"
  | "salesScore"
  | "sourceTerm";
export type SortDirection = "asc" | "desc";

/** Where a page ended: the sort key and tie-break of its last lead. */
export interface LeadCursor {
  key: string | number;
  seq: number;
}

export interface LeadPageRequest {
  filter: LeadListFilter;
  sort: LeadSort;
  dir: SortDirection;
  limit: number;
  offset: number;
  after?: LeadCursor;
}

/** From this many hits on, the exact number of a text search is not counted. */
export const TEXT_TOTAL_CAP = 10_000;
export const FILTERED_TEXT_TOTAL_CAP = 1_000;

/** Sort columns by name; a literal map, so that no input ever becomes SQL. Creation order is the order of `seq`. */
const SORT_COLUMNS: Record<LeadSort, { column: RawBuilder<unknown>; index: string }> = {
  createdAt: { column: sql`leads.seq`, index: "" },
  updatedAt: { column: sql`leads.updated_at`, index: "updated" },
  companyName: { column: sql`leads.name_key`, index: "name" },
  domain: { column: sql`leads.domain_key`, index: "domain" },
  city: { column: sql`leads.city_key`, index: "city" },
  salesScore: { column: sql`leads.score_key`, index: "score" },
  sourceTerm: { column: sql`leads.term_key`, index: "term" },
};

/** The sort key of a row under a sort order, for the cursor behind it. */
export function sortKeyOf(lead: LeadRow, sort: LeadSort): string | number {
  switch (sort) {
    case "createdAt":
      return lead.seq;
    case "updatedAt":
      return lead.updatedAt;
    case "companyName":
      return lead.nameKey;
    case "domain":
      return lead.domainKey;
    case "city":
      return lead.cityKey;
    case "salesScore":
      return lead.scoreKey;
    case "sourceTerm":
      return lead.termKey;
  }
}

function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** The index that gives the order of a page, so that the planner never sorts what an index has in order. */
function orderedBy(request: LeadPageRequest): RawBuilder<unknown> {
  const { filter } = request;
  const { index } = SORT_COLUMNS[request.sort];
  if (filter.ids !== undefined || filter.tags?.length) return sql``;
  const scope = filter.contacted ? "contacted" : filter.favorite ? "favorite" : null;
  if (scope !== null) {
    return sql`INDEXED BY ${sql.id(index === "" ? `leads_${scope}` : `leads_${scope}_by_${index}`)}`;
  }
  if (index === "" || filter.terms?.length === 1) return sql``;
  return sql`INDEXED BY ${sql.id(`leads_by_${index}`)}`;
}

/** How many leads match, as far as it was counted, and what the counting learned for reading a page. */
export interface LeadTotal {
  count: number;
  isExact: boolean;
  /** Hits of the text alone, counted to one above the cap; null without text or where the index can't tell. */
  textHits: number | null;
  /** Leads that meet the filter besides the text; null where the counters can't tell. */
  filterHits: number | null;
}

/** For reading pages one after the other by cursor, where nobody needs a total. */
export const UNCOUNTED: LeadTotal = { count: 0, isExact: false, textHits: null, filterHits: null };

interface Plan {
  from: RawBuilder<unknown>;
  conditions: RawBuilder<unknown>[];
}

const ALL_LEADS = sql`leads`;
/** The search index leads, in the order of `seq`; CROSS keeps the planner from turning the two around. */
const TEXT_HITS = sql`lead_search_index CROSS JOIN leads ON leads.seq = lead_search_index.rowid`;

function containsText(text: string): RawBuilder<unknown> {
  return sql`EXISTS (SELECT 1 FROM lead_search WHERE lead_search.seq = leads.seq AND instr(lead_search.document, ${text}) > 0)`;
}

/**
 * From which side a page is read. Without text: along the sort index. With text: in the order of `seq` the search
 * index gives the hits as they are needed; else few hits are collected and sorted; many hits of a filter that few
 * leads meet are looked for among these; and where both are many, the next hit is never far while walking the sort
 * index.
 */
function plan(request: LeadPageRequest, total: LeadTotal): Plan {
  const conditions = columnConditions(request.filter);
  const walk = sql`${ALL_LEADS} ${orderedBy(request)}`;
  if (request.filter.q === undefined) return { from: walk, conditions };
  const match = matchExpression(request.filter.q);
  if (match.kind === "substring") {
    return { from: walk, conditions: [...conditions, containsText(match.text)] };
  }
  const isDense = total.textHits === null || total.textHits > TEXT_TOTAL_CAP;
  const isNarrow = total.filterHits !== null && total.filterHits <= TEXT_TOTAL_CAP;
  // Two letters are many phrases for the index, but one text to look for.
  const text = searchText(request.filter.q);
  if (isDense && isNarrow)
    return { from: ALL_LEADS, conditions: [...conditions, containsText(text)] };
  const isHit = sql`lead_search_index.document MATCH ${match.text}`;
  if (request.sort === "createdAt" || !isDense) {
    return { from: TEXT_HITS, conditions: [isHit, ...conditions] };
  }
  return { from: walk, conditions: [...conditions, containsText(text)] };
}

function orderOf(request: LeadPageRequest, from: RawBuilder<unknown>, isDescending: boolean) {
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const { column } = SORT_COLUMNS[request.sort];
  if (request.sort !== "createdAt") return sql`${column} ${direction}, leads.seq ${direction}`;
  return from === TEXT_HITS
    ? sql`lead_search_index.rowid ${direction}`
    : sql`leads.seq ${direction}`;
}

/**
 * One page of leads in order. The ids come first, the rows are fetched for these only. A page beyond the middle of a
 * list is read from its end.
 */
export async function findLeadPage(
  db: Db,
  request: LeadPageRequest,
  total: LeadTotal,
): Promise<LeadRow[]> {
  if (total.isExact && total.count === 0) return [];
  const { column } = SORT_COLUMNS[request.sort];
  const { from, conditions } = plan(request, total);
  const descending = request.dir === "desc";
  if (request.after !== undefined) {
    const { key, seq } = request.after;
    conditions.push(
      descending
        ? sql`(${column}, leads.seq) < (${key}, ${seq})`
        : sql`(${column}, leads.seq) > (${key}, ${seq})`,
    );
  }
  let { limit, offset } = request;
  const fromEnd =
    request.after === undefined &&
    total.isExact &&
    offset > total.count / 2 &&
    offset < total.count;
  if (fromEnd) {
    limit = Math.min(limit, total.count - offset);
    offset = total.count - offset - limit;
  }
  const page = await sql<{ seq: number }>`
    SELECT leads.seq AS seq FROM ${from} ${where(conditions)}
    ORDER BY ${orderOf(request, from, descending !== fromEnd)}
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const seqs = page.rows.map((row) => row.seq);
  if (fromEnd) seqs.reverse();
  return findLeadsBySeq(db, seqs);
}

/** Leads by their internal numbers, in the order of the numbers. */
export async function findLeadsBySeq(db: Db, seqs: readonly number[]): Promise<LeadRow[]> {
  if (seqs.length === 0) return [];
  const rows = await db
    .selectFrom("leads")
    .selectAll()
    .where(sql<boolean>`seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`)
    .execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

/** A filter that names only what the counters are kept by. */
function isCounted(filter: LeadListFilter): boolean {
  return (
    filter.q === undefined &&
    filter.ids === undefined &&
    !filter.terms?.length &&
    !filter.tags?.length &&
    filter.createdFrom === undefined &&
    filter.createdBefore === undefined
  );
}

function isEmptyFilter(filter: LeadListFilter): boolean {
  return Object.values(filter).every(
    (value) => value === undefined || (Array.isArray(value) && value.length === 0),
  );
}

async function countByCounters(db: Db, filter: LeadListFilter): Promise<number> {
  let query = db.selectFrom("leadCounts").select((eb) => eb.fn.sum<number | null>("n").as("n"));
  const flags = {
    contacted: filter.contacted,
    favorite: filter.favorite,
    approved: filter.approved,
  };
  for (const [column, value] of Object.entries(flags)) {
    if (value !== undefined) query = query.where(sql.ref(column), "=", flag(value));
  }
  if (filter.hasEmail !== undefined)
    query = query.where(sql`has_email`, "=", flag(filter.hasEmail));
  if (filter.hasPhone !== undefined)
    query = query.where(sql`has_phone`, "=", flag(filter.hasPhone));
  if (filter.sourceType !== undefined) query = query.where("sourceType", "=", filter.sourceType);
  if (filter.minScore !== undefined) query = query.where("score", ">=", filter.minScore);
  if (filter.companyTypes?.length) query = query.where("companyType", "in", filter.companyTypes);
  if (filter.federalStates?.length) query = query.where("federalState", "in", filter.federalStates);
  const row = await query.executeTakeFirst();
  return row?.n ?? 0;
}

async function countMatches(
  db: Db,
  filter: LeadListFilter,
  known: Pick<LeadTotal, "textHits" | "filterHits">,
  cap: number | null,
): Promise<number> {
  const request: LeadPageRequest = { filter, sort: "createdAt", dir: "desc", limit: 1, offset: 0 };
  const { from, conditions } = plan(request, { ...UNCOUNTED, ...known });
  const limit = cap === null ? sql`` : sql`LIMIT ${cap + 1}`;
  const result = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${from} ${where(conditions)} ${limit})`.execute(db);
  return result.rows[0]?.n ?? 0;
}

/**
 * How many leads match. Exact, but for a text search with more hits than the caps above: then the cap, and
 * `isExact` is false.
 */
export async function countLeads(db: Db, filter: LeadListFilter): Promise<LeadTotal> {
  const { q, ...rest } = filter;
  const filterHits = isCounted(rest) ? await countByCounters(db, rest) : null;
  if (q === undefined) {
    const nothingKnown = { textHits: null, filterHits: null };
    const count = filterHits ?? (await countMatches(db, filter, nothingKnown, null));
    return { count, isExact: true, textHits: null, filterHits };
  }
  const textHits = await countTextHits(db, q);
  const known = { textHits, filterHits };
  if (textHits !== null && isEmptyFilter(rest)) {
    const isExact = textHits <= TEXT_TOTAL_CAP;
    return { count: Math.min(textHits, TEXT_TOTAL_CAP), isExact, ...known };
  }
  const isDense = textHits === null || textHits > TEXT_TOTAL_CAP;
  const cap = isDense ? (isEmptyFilter(rest) ? TEXT_TOTAL_CAP : FILTERED_TEXT_TOTAL_CAP) : null;
  const count = await countMatches(db, filter, known, cap);
  const isExact = cap === null || count <= cap;
  return { count: isExact ? count : cap, isExact, ...known };
}

/** Hits of a text in the search index, counted to one above the cap; null when the index cannot answer it. */
async function countTextHits(db: Db, q: string): Promise<number | null> {
  const match = matchExpression(q);
  if (match.kind === "substring") return null;
  const result = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (
      SELECT 1 FROM lead_search_index WHERE document MATCH ${match.text} LIMIT ${TEXT_TOTAL_CAP + 1}
    )`.execute(db);
  return result.rows[0]?.n ?? 0;
}
