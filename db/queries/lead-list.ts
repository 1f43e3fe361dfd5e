import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client";
import { labelKey } from "../fold";
import type { LeadRow } from "../schema";
import { parseSearch, type SearchWord } from "../search/search-query";
import { columnConditions, type LeadListFilter } from "./lead-conditions";
import { countByCounters, findRarest, isEmptyFilter, type Label, labelsOf } from "./lead-counters";
import { containsWords, matchExpression } from "./lead-search";

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

/** A filter by nothing that the index in creation order leaves out. */
function isCoveredBySeq(filter: LeadListFilter): boolean {
  return (
    filter.contacted === undefined &&
    filter.favorite === undefined &&
    filter.createdFrom === undefined &&
    filter.createdBefore === undefined &&
    filter.ids === undefined
  );
}

/** The index that gives the order of a page, so that the planner never sorts what an index has in order. */
function orderedBy({ filter, sort }: LeadPageRequest, hints: PlanHints): RawBuilder<unknown> {
  const { index } = SORT_COLUMNS[sort];
  if (filter.ids !== undefined) return sql``;
  const scope = filter.contacted ? "contacted" : filter.favorite ? "favorite" : null;
  if (scope !== null) {
    return sql`INDEXED BY ${sql.id(index === "" ? `leads_${scope}` : `leads_${scope}_by_${index}`)}`;
  }
  if (sort === "createdAt") {
    // Few leads of a state are found by the index of states and sorted.
    const isCollected = filter.federalStates?.length && isFew(hints.filterHits);
    return isCoveredBySeq(filter) && !isCollected ? sql`INDEXED BY leads_by_seq` : sql``;
  }
  return sql`INDEXED BY ${sql.id(`leads_by_${index}`)}`;
}

/** Counts from the counters and the search index, before a page is read. */
interface PlanHints {
  /** Hits of the text alone, counted to one above the cap; null without text or where the index can't tell. */
  textHits: number | null;
  /** Leads that meet the filter besides the text; null where the counters can't tell. */
  filterHits: number | null;
  /** The wanted tag, or the only search term, that fewest leads have; null without. */
  rarest: Label | null;
}

/** How many leads match, as far as it was counted, and what the counting learned for reading a page. */
export interface LeadTotal extends PlanHints {
  count: number;
  isExact: boolean;
}

/** For reading pages one after the other by cursor, where nobody needs a total. */
export const UNCOUNTED: LeadTotal = {
  count: 0,
  isExact: false,
  textHits: null,
  filterHits: null,
  rarest: null,
};

interface Plan {
  from: RawBuilder<unknown>;
  conditions: RawBuilder<unknown>[];
  /** The lead's number where the plan has it in order. */
  seq: RawBuilder<unknown>;
}

const SEQ = sql`leads.seq`;
const ALL_LEADS = sql`leads`;
/** The search index leads, in the order of `seq`; CROSS keeps the planner from turning the two around. */
const TEXT_HITS = sql`lead_search_index CROSS JOIN leads ON leads.seq = lead_search_index.rowid`;

/** So few that collecting and sorting them is cheaper than looking for the next one along an index. */
function isFew(hits: number | null | undefined): boolean {
  return hits !== null && hits !== undefined && hits <= TEXT_TOTAL_CAP;
}

/** The leads of one tag or search term, in the order of `seq`, narrowed by the rest of the filter. */
function labelledLeads({ filter, sort }: LeadPageRequest, label: Omit<Label, "n">): Plan {
  const isTag = label.kind === "tag";
  const rest = isTag
    ? { ...filter, tags: filter.tags?.filter((other) => labelKey(other) !== label.key) }
    : { ...filter, terms: [] };
  // Its entries are a tenth of a row, which counts where very many are looked up.
  const isCovered = sort === "createdAt" && isCoveredBySeq(filter);
  const index = isCovered ? sql`INDEXED BY leads_by_seq` : sql``;
  return {
    from: sql`${isTag ? sql`lead_tags` : sql`lead_terms`} AS labelled CROSS JOIN leads ${index} ON leads.seq = labelled.lead_seq`,
    conditions: [
      sql`${isTag ? sql`labelled.tag` : sql`labelled.term_key`} = ${label.key}`,
      ...columnConditions(rest),
    ],
    seq: sql`labelled.lead_seq`,
  };
}

/**
 * From which side a page without text is read: along the index of its order, but from a tag or a search term that few
 * leads have. In the order of `seq`, which is that of a tag's leads, any tag is better than all leads.
 */
function planWithoutText(request: LeadPageRequest, hints: PlanHints): Plan {
  const { filter } = request;
  const label = hints.rarest ?? labelsOf(filter)[0];
  const walksAllLeads = request.sort === "createdAt" && !filter.contacted && !filter.favorite;
  const isFromLabel = filter.ids === undefined && (walksAllLeads || isFew(hints.rarest?.n));
  if (label !== undefined && isFromLabel) return labelledLeads(request, label);
  return {
    from: sql`${ALL_LEADS} ${orderedBy(request, hints)}`,
    conditions: columnConditions(filter),
    seq: SEQ,
  };
}

/**
 * From which side a page is read. With text: in the order of `seq` the search index gives the hits as they are
 * needed; else few hits are collected and sorted; many hits of a filter that few leads meet are looked for among
 * these; and where both are many, the next hit is never far while walking the sort index.
 */
function plan(request: LeadPageRequest, hints: PlanHints): Plan {
  const { filter } = request;
  const walk = planWithoutText(request, hints);
  if (filter.q === undefined) return walk;
  const words = parseSearch(filter.q);
  const containing = (found: Plan, wanted: readonly SearchWord[]): Plan => ({
    ...found,
    conditions: [...found.conditions, containsWords(wanted)],
  });
  const { index, rest } = matchExpression(words);
  if (index === null) return containing(walk, words);
  const isDense = !isFew(hints.textHits);
  if (isDense && isFew(hints.rarest?.n)) return containing(walk, words);
  if (isDense && isFew(hints.filterHits)) {
    return containing({ from: ALL_LEADS, conditions: columnConditions(filter), seq: SEQ }, words);
  }
  if (request.sort !== "createdAt" && isDense) return containing(walk, words);
  const hits = {
    from: TEXT_HITS,
    conditions: [sql`lead_search_index.document MATCH ${index}`, ...columnConditions(filter)],
    seq: sql`lead_search_index.rowid`,
  };
  return rest.length === 0 ? hits : containing(hits, rest);
}

function orderOf(request: LeadPageRequest, seq: RawBuilder<unknown>, isDescending: boolean) {
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  if (request.sort === "createdAt") return sql`${seq} ${direction}`;
  return sql`${SORT_COLUMNS[request.sort].column} ${direction}, leads.seq ${direction}`;
}

/** Where a list goes on behind a lead. In creation order the number alone says it, and an index can begin there. */
function isBehind(request: LeadPageRequest, after: LeadCursor, seq: RawBuilder<unknown>) {
  const comparison = request.dir === "desc" ? sql`<` : sql`>`;
  if (request.sort === "createdAt") return sql`${seq} ${comparison} ${after.seq}`;
  const { column } = SORT_COLUMNS[request.sort];
  return sql`(${column}, leads.seq) ${comparison} (${after.key}, ${after.seq})`;
}

/**
 * The internal numbers of one page of leads in order, without the rows. A page beyond the middle of a list is read
 * from its end.
 */
export async function findPageSeqs(
  db: Db,
  request: LeadPageRequest,
  total: LeadTotal,
): Promise<number[]> {
  if (total.isExact && total.count === 0) return [];
  const { from, conditions, seq } = plan(request, total);
  const descending = request.dir === "desc";
  if (request.after !== undefined) conditions.push(isBehind(request, request.after, seq));
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
    ORDER BY ${orderOf(request, seq, descending !== fromEnd)}
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const seqs = page.rows.map((row) => row.seq);
  if (fromEnd) seqs.reverse();
  return seqs;
}

/** One page of leads in order. The ids come first, the rows are fetched for these only. */
export async function findLeadPage(
  db: Db,
  request: LeadPageRequest,
  total: LeadTotal,
): Promise<LeadRow[]> {
  return findLeadsBySeq(db, await findPageSeqs(db, request, total));
}

/**
 * The internal numbers of the leads that meet a filter, in creation order and chunk by chunk: for changing everything
 * a list shows. Exact for every filter, however many leads it has.
 */
export async function findMatchingSeqs(
  db: Db,
  filter: LeadListFilter,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const cursor = { key: after, seq: after };
  const order = { sort: "createdAt", dir: "asc" } as const;
  const rarest = await findRarest(db, filter);
  return findPageSeqs(
    db,
    { filter, ...order, limit, offset: 0, after: cursor },
    { ...UNCOUNTED, rarest },
  );
}

/** The public id of the lead right before or behind a lead in a list, null at the list's ends. */
export async function findNeighbour(
  db: Db,
  { filter, sort, dir }: Pick<LeadPageRequest, "filter" | "sort" | "dir">,
  lead: LeadRow,
  side: "previous" | "next",
): Promise<string | null> {
  const opposite = dir === "asc" ? "desc" : "asc";
  const request: LeadPageRequest = {
    filter,
    sort,
    dir: side === "next" ? dir : opposite,
    limit: 1,
    offset: 0,
    after: { key: sortKeyOf(lead, sort), seq: lead.seq },
  };
  const hints = await findHints(db, filter);
  const [seq] = await findPageSeqs(db, request, { ...UNCOUNTED, ...hints });
  if (seq === undefined) return null;
  const row = await db.selectFrom("leads").select("id").where("seq", "=", seq).executeTakeFirst();
  return row?.id ?? null;
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

async function findHints(db: Db, { q, ...rest }: LeadListFilter): Promise<PlanHints> {
  const rarest = await findRarest(db, rest);
  return {
    textHits: q === undefined ? null : await countTextHits(db, q),
    filterHits: await countByCounters(db, rest),
    rarest,
  };
}

async function countMatches(
  db: Db,
  filter: LeadListFilter,
  hints: PlanHints,
  cap: number | null,
): Promise<number> {
  const request: LeadPageRequest = { filter, sort: "createdAt", dir: "desc", limit: 1, offset: 0 };
  const { from, conditions } = plan(request, hints);
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
  const hints = await findHints(db, filter);
  const { textHits, filterHits } = hints;
  if (q === undefined) {
    const count = filterHits ?? (await countMatches(db, filter, hints, null));
    return { count, isExact: true, ...hints };
  }
  if (textHits !== null && isEmptyFilter(rest)) {
    const isExact = textHits <= TEXT_TOTAL_CAP;
    return { count: Math.min(textHits, TEXT_TOTAL_CAP), isExact, ...hints };
  }
  const isDense = textHits === null || textHits > TEXT_TOTAL_CAP;
  const cap = isDense ? (isEmptyFilter(rest) ? TEXT_TOTAL_CAP : FILTERED_TEXT_TOTAL_CAP) : null;
  const count = await countMatches(db, filter, hints, cap);
  const isExact = cap === null || count <= cap;
  return { count: isExact ? count : cap, isExact, ...hints };
}

/** Hits of a text in the search index, counted to one above the cap; null when the index cannot answer it. */
async function countTextHits(db: Db, q: string): Promise<number | null> {
  const words = parseSearch(q);
  if (words.length === 0) return 0;
  const { index, rest } = matchExpression(words);
  if (index === null) return null;
  const isHit = sql`lead_search_index.document MATCH ${index}`;
  const hits =
    rest.length === 0
      ? sql`lead_search_index WHERE ${isHit}`
      : sql`${TEXT_HITS} WHERE ${isHit} AND ${containsWords(rest)}`;
  const result = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (SELECT 1 FROM ${hits} LIMIT ${TEXT_TOTAL_CAP + 1})`.execute(db);
  return result.rows[0]?.n ?? 0;
}
