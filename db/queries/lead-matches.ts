import { sql } from "kysely";
import type { Db } from "../client";
import { labelKey } from "../fold";
import { doubledLeads } from "../search/same-company";
import { parseSearch } from "../search/search-query";
import {
  conditionsOf,
  createdWithin,
  dueBefore,
  type FoundBy,
  isEmptyFilter,
  type LeadListFilter,
  labelled,
  type Sql,
} from "./lead-conditions";
import { containsWords, matchExpression } from "./lead-search";
import { listed } from "./read-rows";

/** Up to this many hits are held as a list of numbers. */
export const FEW = 10_000;
/** The documents of up to this many leads are searched without the index. */
const VERY_FEW = 1_000;
const ALL = Number.MAX_SAFE_INTEGER - 1;

export interface Hits {
  /** Conditions that are still to be tested. */
  filter: LeadListFilter;
  /** Ascending numbers of the leads that can match. */
  few?: readonly number[];
}

export async function readSeqs(db: Db, query: Sql): Promise<number[]> {
  const { rows } = await sql<{ seqs: string }>`
    SELECT json_group_array(seq) AS seqs FROM (${query})`.execute(db);
  return JSON.parse(rows[0]?.seqs ?? "[]");
}

function foundByRuns({ jobIds, campaignId, isNew }: FoundBy): Sql {
  const jobs =
    campaignId === undefined
      ? listed(jobIds ?? [])
      : sql`(SELECT job_id FROM campaign_tasks WHERE campaign_id = ${campaignId})`;
  const isAsked = isNew === undefined ? sql`` : sql`HAVING max(is_new) = ${isNew ? 1 : 0}`;
  return sql`SELECT lead_seq AS seq FROM job_results
    WHERE job_id IN ${jobs} AND lead_seq IS NOT NULL AND skip_reason IS NULL
    GROUP BY lead_seq ${isAsked}`;
}

/** Reads the lead numbers of selective conditions, so the rest only tests those leads. */
export async function narrow(
  db: Db,
  { q, ids, duplicate, foundBy = [], ...filter }: LeadListFilter,
): Promise<Hits> {
  let few: readonly number[] | undefined;
  const narrowTo = async (query: Sql, limit = FEW) => {
    const seqs = await readSeqs(db, sql`${query} LIMIT ${limit + 1}`);
    if (seqs.length > limit) return false;
    const own = new Set(seqs);
    few = few?.filter((seq) => own.has(seq)) ?? seqs.sort((a, b) => a - b);
    return true;
  };
  const { tag: tags = [], term = [], createdFrom, createdBefore, followUpBefore } = filter;
  const rest: LeadListFilter = { ...filter };
  if (ids !== undefined) await narrowTo(sql`SELECT seq FROM leads WHERE id IN ${listed(ids)}`, ALL);
  if (duplicate) await narrowTo(doubledLeads, ALL);
  for (const runs of foundBy) await narrowTo(foundByRuns(runs), ALL);
  if (followUpBefore !== undefined && (await narrowTo(dueBefore(followUpBefore))))
    delete rest.followUpBefore;
  if ((createdFrom ?? createdBefore) !== undefined && (await narrowTo(createdWithin(filter)))) {
    delete rest.createdFrom;
    delete rest.createdBefore;
  }
  if (term.length > 0 && (await narrowTo(labelled("term", term)))) delete rest.term;
  const many: string[] = [];
  for (const tag of tags) if (!(await narrowTo(labelled("tag", [tag])))) many.push(tag);
  rest.tag = many;

  if (q === undefined) return { filter: rest, few };
  const words = parseSearch(q);
  if (words.length === 0) return { filter: {}, few: [] };
  const isIndexed = matchExpression(words).index !== null && (few?.length ?? ALL) > VERY_FEW;
  if (isIndexed && (await narrowTo(selectHits({ filter: { q } })))) return { filter: rest, few };
  if (few === undefined && !isEmptyFilter(rest) && (await narrowTo(selectHits({ filter: rest }))))
    return { filter: { q }, few };
  return { filter: { ...rest, q }, few };
}

type Table = [from: Sql, seq: Sql, ...conditions: Sql[]];

const listTable = (seqs: readonly number[]): Table => [
  sql`json_each(${JSON.stringify(seqs)}) AS listed`,
  sql`listed.value`,
];

/**
 * Builds the parts of a query. Leads come in the order of the first table, else by ascending number.
 *
 * @param first the first table; by default the list of `few`
 * @param isPlaced joins `secondary`, so the query can read its columns
 */
export function matching({ filter, few }: Hits, first = few && listTable(few), isPlaced = false) {
  const { facts, secondary, others } = conditionsOf(filter);
  const words = filter.q === undefined ? [] : parseSearch(filter.q);
  const { index, rest } = matchExpression(words);
  const isIndexed = first === undefined && index !== null;
  const unread = isIndexed ? rest : words;
  const tables: Table[] = first === undefined ? [] : [first];
  const isMatch = sql`hit.document MATCH ${index}`;
  if (isIndexed) tables.push([sql`lead_search_index AS hit`, sql`hit.rowid`, isMatch]);
  for (const [at, tag] of filter.tag?.entries() ?? []) {
    const [key, seq] = [sql.ref(`tag${at}.tag`), sql.ref(`tag${at}.lead_seq`)];
    tables.push([sql`lead_tags AS ${sql.id(`tag${at}`)}`, seq, sql`${key} = ${labelKey(tag)}`]);
  }
  const bySecondary = sql`leads AS secondary INDEXED BY leads_by_secondary`;
  if (secondary.length > 0 || isPlaced)
    tables.push([bySecondary, sql`secondary.seq`, ...secondary]);
  const byFacts: Table = [sql`leads AS facts INDEXED BY leads_by_seq`, sql`facts.seq`, ...facts];
  if (facts.length > 0) tables.push(byFacts);
  const fits = sql`lead_fits AS fits INDEXED BY lead_fits_above`;
  if (filter.fits) tables.push([fits, sql`fits.seq`, sql`fits.fit > 0`]);
  const isRead = containsWords(sql`document.document`, unread);
  if (unread.length > 0) tables.push([sql`lead_search AS document`, sql`document.seq`, isRead]);
  const [[from, seq] = byFacts, ...joined] = tables;
  const joins = joined.map(([other, number]) => sql`CROSS JOIN ${other} ON ${number} = ${seq}`);
  const conditions = tables.flatMap(([, , ...own]) => own);
  return {
    from: sql.join([from, ...joins], sql` `),
    where: sql.join([sql`1`, ...conditions, ...others(seq)], sql` AND `),
    seq,
  };
}

export function selectHits(hits: Hits, first?: Table): Sql {
  const { from, where, seq } = matching(hits, first);
  return sql`SELECT ${seq} AS seq FROM ${from} WHERE ${where}`;
}
