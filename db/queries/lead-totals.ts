import { setImmediate as nextTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "../client";
import { parseSearch } from "../search/search-query";
import type { FoundBy, LeadListFilter } from "./lead-conditions";
import { countByCounters, isEmptyFilter } from "./lead-counters";
import { expectedMatches, type Plan, plansFor } from "./lead-plan";
import { containsWords, matchExpression } from "./lead-search";
import { findParts, listedPart, type Part, type Sql, textPart } from "./lead-sides";
import { listed } from "./read-rows";

/** From this many hits on, the exact number of a text search is not counted. */
export const TEXT_TOTAL_CAP = 10_000;
export const FILTERED_TEXT_TOTAL_CAP = 1_000;

/** How many leads match, as far as it was counted; `seqs` are their numbers as JSON where they were read. */
export interface LeadTotal {
  count: number;
  isExact: boolean;
  seqs?: string;
}

/** For reading pages one after the other by cursor, where nobody needs a total. */
export const UNCOUNTED: LeadTotal = { count: 0, isExact: false };

const REMEMBERED = 60;
const memories = new WeakMap<Db, LRUCache<string, LeadTotal>>();

/** Where an answer is kept for as long as the database stays as it is. */
async function memoryOf(db: Db, question: unknown) {
  const { rows } = await sql<{ state: string }>`
    SELECT total_changes() || ' ' || data_version AS state FROM pragma_data_version`.execute(db);
  const memory = memories.get(db) ?? new LRUCache<string, LeadTotal>({ max: REMEMBERED });
  memories.set(db, memory);
  return { memory, key: JSON.stringify([rows[0]?.state, question]) };
}

async function remember(db: Db, question: unknown, count: () => Promise<LeadTotal>) {
  const { memory, key } = await memoryOf(db, question);
  const total = memory.get(key) ?? (await count());
  memory.set(key, total);
  return total;
}

/** How many leads match, where that takes no reading. */
export async function recallTotal(db: Db, filter: LeadListFilter): Promise<LeadTotal | undefined> {
  const count = filter.q === undefined ? await countByCounters(db, filter) : null;
  if (count !== null) return { count, isExact: true };
  const { memory, key } = await memoryOf(db, filter);
  return memory.get(key);
}

interface Found {
  count: number;
  /** As JSON. */
  seqs: string;
  last: number | null;
}

/** The leads of a query, counted to one above a cap, with their numbers. */
async function readSeqs(db: Db, query: RawBuilder<unknown>, cap: number): Promise<Found> {
  const { rows } = await sql<Found>`
    SELECT count(*) AS count, max(seq) AS last, json_group_array(seq) AS seqs
    FROM (${query} LIMIT ${cap + 1})`.execute(db);
  return rows[0] ?? { count: 0, seqs: "[]", last: null };
}

async function countRows(db: Db, query: RawBuilder<unknown>): Promise<Found> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM (${query})`.execute(db);
  return { count: rows[0]?.n ?? 0, seqs: "[]", last: null };
}

/** Microseconds after which others get their turn. */
const TURN = 10_000;

/** Conditions that part what takes long into spans of numbers, between which others get their turn. */
export async function* spansOf(db: Db, { hasSpans, cost, seq }: Plan): AsyncGenerator<Sql> {
  const count = hasSpans && cost > 2 * TURN ? Math.ceil(cost / TURN) : 1;
  if (count === 1) return yield sql`1`;
  const { rows } = await sql<{ last: number | null }>`SELECT max(seq) AS last FROM leads`.execute(
    db,
  );
  const size = Math.ceil((rows[0]?.last ?? 0) / count);
  for (let span = 0; span < count; span += 1) {
    yield sql`${seq} > ${span * size} AND ${seq} <= ${(span + 1) * size}`;
    await nextTurn();
  }
}

/**
 * The leads of a plan, counted to one above a cap with their numbers, or all of them without.
 *
 * @param enough once spans let expect so many, no more are read
 */
async function readMatches(db: Db, plan: Plan, cap: number | null, enough: number) {
  const spans = plan.cost / TURN;
  let count = 0;
  const lists: string[] = [];
  for await (const within of spansOf(db, plan)) {
    const query = sql`SELECT ${plan.seq} AS seq FROM ${plan.from} WHERE ${sql.join([...plan.where, within], sql` AND `)}`;
    const found =
      cap === null ? await countRows(db, query) : await readSeqs(db, query, cap - count);
    count += found.count;
    lists.push(found.seqs.slice(1, -1));
    const isEnough = lists.length > 1 && (count * spans) / lists.length > enough;
    if (cap !== null && (count > cap || isEnough)) return { count: cap + 1 };
  }
  return { count, seqs: cap === null ? undefined : `[${lists.filter(Boolean).join()}]` };
}

/** A text as conditions: its hits one by one, or what is known of too many of them. */
async function findTextParts(db: Db, q: string, all: number): Promise<Part[]> {
  const words = parseSearch(q);
  if (words.length === 0) return [listedPart("[]", 0)];
  const { index, rest } = matchExpression(words);
  // A letter or two stand in many leads.
  const unindexed = rest.length === 0 ? [] : [textPart(rest, null, all / 3, all)];
  if (index === null) return unindexed;
  const hits = await remember(db, { hits: q }, async () => {
    const reading = sql`CROSS JOIN lead_search AS read ON read.seq = hit.rowid AND ${containsWords(sql`read.document`, rest)}`;
    const query = sql`SELECT hit.rowid AS seq FROM lead_search_index AS hit
      ${rest.length === 0 ? sql`` : reading} WHERE hit.document MATCH ${index}`;
    const { last, ...found } = await readSeqs(db, query, TEXT_TOTAL_CAP);
    if (found.count <= TEXT_TOTAL_CAP) return { ...found, isExact: true };
    // Hits are spread over all numbers as those that were read are over the first ones.
    return { count: Math.round((found.count * all) / Math.max(1, last ?? 1)), isExact: false };
  });
  if (hits.seqs !== undefined) return [listedPart(hits.seqs, hits.count)];
  const indexed = words.filter((word) => !rest.includes(word));
  return [textPart(indexed, index, Math.min(all, hits.count), all), ...unindexed];
}

/** The leads that jobs found, one by one. */
async function findRunPart(db: Db, { jobIds, campaignId, isNew }: FoundBy): Promise<Part> {
  const jobs =
    campaignId === undefined
      ? listed(jobIds ?? [])
      : sql`(SELECT job_id FROM campaign_tasks WHERE campaign_id = ${campaignId})`;
  const isAsked = isNew === undefined ? sql`` : sql`HAVING max(is_new) = ${isNew ? 1 : 0}`;
  const query = sql`SELECT lead_seq AS seq FROM job_results
    WHERE job_id IN ${jobs} AND lead_seq IS NOT NULL AND skip_reason IS NULL
    GROUP BY lead_seq ${isAsked}`;
  const { count, seqs } = await readSeqs(db, query, Number.MAX_SAFE_INTEGER - 1);
  return listedPart(seqs, count);
}

/** The conditions of a filter, and how many leads there are in all. */
export async function findAllParts(db: Db, filter: LeadListFilter, known: LeadTotal = UNCOUNTED) {
  const isAll = known.isExact && isEmptyFilter(filter);
  const all = isAll ? known.count : ((await countByCounters(db, {})) ?? 0);
  if (known.seqs !== undefined) return { parts: [listedPart(known.seqs, known.count)], all };
  const texts = filter.q === undefined ? [] : await findTextParts(db, filter.q, all);
  const runs: Part[] = [];
  for (const run of filter.foundBy ?? []) runs.push(await findRunPart(db, run));
  return { parts: [...(await findParts(db, filter, all)), ...texts, ...runs], all };
}

async function countByReading(
  db: Db,
  { q, ...rest }: LeadListFilter,
  needsSeqs = false,
): Promise<LeadTotal> {
  const { parts, all } = await findAllParts(db, { q, ...rest });
  const [only] = parts;
  if (only?.isExact && parts.length === 1 && !needsSeqs)
    return { count: only.n, isExact: true, seqs: only.seqs };
  const isText = q !== undefined && parts.some(({ isText }) => isText);
  const isAlone = isEmptyFilter(rest);
  const isCapped = isText && !isAlone && !needsSeqs;
  const cap = isCapped ? FILTERED_TEXT_TOTAL_CAP : TEXT_TOTAL_CAP;
  if (isAlone && only !== undefined && only.n > TEXT_TOTAL_CAP && only.set !== undefined) {
    return { count: TEXT_TOTAL_CAP, isExact: false };
  }
  const matches = expectedMatches(parts, all);
  const [plan] = plansFor(parts, { limit: cap + 1, matches, all, order: null });
  if (isText || matches < 2 * TEXT_TOTAL_CAP) {
    // Single letters stand in no index: what some spans hold of them tells that there are more than anybody counts.
    const enough = isAlone ? 3 * cap : Number.POSITIVE_INFINITY;
    const { count, seqs } = await readMatches(db, plan, cap, enough);
    if (count <= cap) return { count, isExact: true, seqs };
    if (isText) return { count: cap, isExact: false };
  }
  const limit = Number.POSITIVE_INFINITY;
  const [whole] = plansFor(parts, { limit, matches, all, order: null });
  return { ...(await readMatches(db, whole, null, limit)), isExact: true };
}

/** The numbers of few leads that take long to find, for all pages of their list. */
export function rememberFew(db: Db, filter: LeadListFilter): Promise<LeadTotal> {
  return remember(db, { few: filter }, () => countByReading(db, filter, true));
}

/**
 * How many leads match. Exact, but for a text search with more hits than the caps above: then the cap, and
 * `isExact` is false.
 */
export async function countLeads(db: Db, filter: LeadListFilter): Promise<LeadTotal> {
  const count = filter.q === undefined ? await countByCounters(db, filter) : null;
  if (count !== null) return { count, isExact: true };
  const others = await countOthers(db, filter);
  return others ?? remember(db, filter, () => countByReading(db, filter));
}

const NAMES = ["tags", "terms", "companyTypes", "federalStates"] as const;

/** Leads without some value, as those that the counters tell less those that have it, which are fewer to read. */
async function countOthers(
  db: Db,
  { not = [], ...filter }: LeadListFilter,
): Promise<LeadTotal | null> {
  const [[field, value] = [], ...others] = not;
  const name = NAMES.find((one) => one === `${field}s`);
  const values = (name && filter[name]) ?? [];
  if (filter.q !== undefined || name === undefined || value === undefined) return null;
  const wider = { ...filter, not: others };
  const kept = values.filter((one) => one !== value);
  // A lead has one type and one state.
  if (kept.length > 0 && name !== "tags" && name !== "terms")
    return countLeads(db, { ...wider, [name]: kept });
  if (name !== "tags" && values.length > 0) return null;
  const all = await ((await countOthers(db, wider)) ?? recallTotal(db, wider));
  if (!all?.isExact) return null;
  const those = await countLeads(db, { ...wider, [name]: [...values, value] });
  return { count: all.count - those.count, isExact: true };
}

/** How many leads match, null where that probably takes more than a millisecond, or no exact number is known. */
export async function countCheaply(db: Db, filter: LeadListFilter) {
  const known = await recallTotal(db, filter);
  if (known?.isExact) return known.count;
  const { parts, all } = await findAllParts(db, filter);
  const wanted = { limit: all, matches: expectedMatches(parts, all), all, order: null };
  const isTold = parts.length === 1 && parts[0]?.isExact;
  const isDear = !isTold && plansFor(parts, wanted)[0].cost > 1_000;
  if (isDear || parts.some(({ isText }) => isText)) return null;
  const total = await countLeads(db, filter);
  return total.isExact ? total.count : null;
}
