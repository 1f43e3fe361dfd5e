import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client";
import { foldText } from "../fold";
import type { LeadRow, SourceType } from "../schema";
import { matchExpression } from "./lead-search";

export type LeadSort =
  | "createdAt"
  | "updatedAt"
  | "companyName"
  | "domain"
  | "city"
  | "salesScore"
  | "sourceTerm";
export type SortDirection = "asc" | "desc";

/** What a list of leads is narrowed by; absent means not narrowed. Times are milliseconds UTC. */
export interface LeadListFilter {
  q?: string;
  terms?: readonly string[];
  contacted?: boolean;
  favorite?: boolean;
  approved?: boolean;
  hasEmail?: boolean;
  hasPhone?: boolean;
  /** All of them. */
  tags?: readonly string[];
  /** Any of them. */
  companyTypes?: readonly string[];
  federalStates?: readonly string[];
  sourceType?: SourceType;
  minScore?: number;
  createdFrom?: number;
  /** Exclusive. */
  createdBefore?: number;
  /** Only these leads (a selection). */
  ids?: readonly string[];
}

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
  domain: { column: sql`leads.domain`, index: "domain" },
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
      return lead.domain;
    case "city":
      return lead.cityKey;
    case "salesScore":
      return lead.scoreKey;
    case "sourceTerm":
      return lead.termKey;
  }
}

function anyOf(column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<unknown> {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

function flag(value: boolean): number {
  return value ? 1 : 0;
}

/** The conditions of a filter but for the text, one by one. */
function columnConditions(filter: LeadListFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.terms?.length) {
    conditions.push(anyOf(sql`leads.term_key`, filter.terms.map(foldText)));
  }
  // Written as literals: a partial index is only used when its condition is plain to the planner.
  if (filter.contacted !== undefined) {
    conditions.push(filter.contacted ? sql`leads.contacted = 1` : sql`leads.contacted = 0`);
  }
  if (filter.favorite !== undefined) {
    conditions.push(filter.favorite ? sql`leads.favorite = 1` : sql`leads.favorite = 0`);
  }
  if (filter.approved !== undefined)
    conditions.push(sql`leads.approved = ${flag(filter.approved)}`);
  if (filter.hasEmail !== undefined) {
    conditions.push(filter.hasEmail ? sql`leads.email IS NOT NULL` : sql`leads.email IS NULL`);
  }
  if (filter.hasPhone !== undefined) {
    conditions.push(filter.hasPhone ? sql`leads.phone IS NOT NULL` : sql`leads.phone IS NULL`);
  }
  for (const tag of filter.tags ?? []) {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM lead_tags WHERE lead_tags.tag = ${tag} AND lead_tags.lead_seq = leads.seq)`,
    );
  }
  if (filter.companyTypes?.length) {
    conditions.push(anyOf(sql`leads.company_type`, filter.companyTypes));
  }
  if (filter.federalStates?.length) {
    conditions.push(anyOf(sql`leads.federal_state`, filter.federalStates));
  }
  if (filter.sourceType !== undefined)
    conditions.push(sql`leads.source_type = ${filter.sourceType}`);
  if (filter.minScore !== undefined) conditions.push(sql`leads.sales_score >= ${filter.minScore}`);
  if (filter.createdFrom !== undefined) {
    conditions.push(sql`leads.created_at >= ${filter.createdFrom}`);
  }
  if (filter.createdBefore !== undefined) {
    conditions.push(sql`leads.created_at < ${filter.createdBefore}`);
  }
  if (filter.ids !== undefined) conditions.push(anyOf(sql`leads.id`, filter.ids));
  return conditions;
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

interface Plan {
  from: RawBuilder<unknown>;
  conditions: RawBuilder<unknown>[];
}

/**
 * Few hits of a text search are collected and sorted; many are met often while walking the sort index, so there
 * the search is only asked whether a lead is among them (the plus sign keeps the planner from turning this around).
 */
function plan(request: LeadPageRequest, textHits: number | null): Plan {
  const conditions = columnConditions(request.filter);
  if (request.filter.q === undefined) return { from: orderedBy(request), conditions };
  const match = matchExpression(request.filter.q);
  if (match.kind === "substring") {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM lead_search WHERE lead_search.seq = leads.seq AND instr(lead_search.document, ${match.text}) > 0)`,
    );
    return { from: orderedBy(request), conditions };
  }
  const dense = textHits === null || textHits > TEXT_TOTAL_CAP;
  const hits = sql`(SELECT rowid FROM lead_search_index WHERE document MATCH ${match.text})`;
  conditions.push(
    dense && request.sort !== "createdAt" ? sql`+leads.seq IN ${hits}` : sql`leads.seq IN ${hits}`,
  );
  return { from: dense ? orderedBy(request) : sql``, conditions };
}

/**
 * One page of leads in order. The ids come from an index alone, the rows are fetched for these only.
 * A page beyond the middle of a list without text is read from its end.
 *
 * @param total the number of all leads that match, when it is known exactly
 */
export async function findLeadPage(
  db: Db,
  request: LeadPageRequest,
  total: { count: number; isExact: boolean; textHits: number | null },
): Promise<LeadRow[]> {
  const { column } = SORT_COLUMNS[request.sort];
  const { from, conditions } = plan(request, total.textHits);
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
  const direction = descending !== fromEnd ? sql`DESC` : sql`ASC`;
  const order =
    request.sort === "createdAt"
      ? sql`leads.seq ${direction}`
      : sql`${column} ${direction}, leads.seq ${direction}`;
  const page = await sql<{ seq: number }>`
    SELECT leads.seq AS seq FROM leads ${from} ${where(conditions)}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(db);
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

async function countMatches(db: Db, filter: LeadListFilter, cap: number | null): Promise<number> {
  const request: LeadPageRequest = { filter, sort: "createdAt", dir: "desc", limit: 1, offset: 0 };
  const { from, conditions } = plan(request, 0);
  const limit = cap === null ? sql`` : sql`LIMIT ${cap + 1}`;
  const result = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (SELECT 1 FROM leads ${from} ${where(conditions)} ${limit})`.execute(
    db,
  );
  return result.rows[0]?.n ?? 0;
}

/**
 * How many leads match. Exact, but for a text search with more hits than the caps above: then the cap, and
 * `isExact` is false. `textHits` is the number of hits of the text alone, up to one above the cap.
 */
export async function countLeads(
  db: Db,
  filter: LeadListFilter,
): Promise<{ count: number; isExact: boolean; textHits: number | null }> {
  if (filter.q === undefined) {
    const count = isCounted(filter)
      ? await countByCounters(db, filter)
      : await countMatches(db, filter, null);
    return { count, isExact: true, textHits: null };
  }
  const textHits = await countTextHits(db, filter.q);
  const { q: _, ...rest } = filter;
  if (textHits !== null && isEmptyFilter(rest)) {
    return {
      count: Math.min(textHits, TEXT_TOTAL_CAP),
      isExact: textHits <= TEXT_TOTAL_CAP,
      textHits,
    };
  }
  const dense = textHits === null || textHits > TEXT_TOTAL_CAP;
  const cap = dense ? (isEmptyFilter(rest) ? TEXT_TOTAL_CAP : FILTERED_TEXT_TOTAL_CAP) : null;
  const count = await countMatches(db, filter, cap);
  return cap !== null && count > cap
    ? { count: cap, isExact: false, textHits }
    : { count, isExact: true, textHits };
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
