import { sql } from "kysely";
import type { Db } from "../client";
import { labelKey } from "../fold";
import { parseSearch, type SearchWord } from "../search/search-query";
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

/** Up to this number, leads are read one by one. */
export const FEW = 10_000;
/** Up to this number, documents are searched without the index. */
const VERY_FEW = 1_000;
const ALL = Number.MAX_SAFE_INTEGER - 1;

export interface Narrowed {
  filter: LeadListFilter;
  /** Growing numbers of the leads that can match. */
  few?: readonly number[];
  /** `index` is the expression for the search index, if that knows a word of the text. */
  text?: { words: SearchWord[]; index: string | null };
}

export async function readSeqs(db: Db, query: Sql): Promise<number[]> {
  const { rows } = await sql<{ seqs: string }>`
    SELECT json_group_array(seq) AS seqs FROM (${query})`.execute(db);
  return JSON.parse(rows[0]?.seqs ?? "[]");
}

export const readFew = (db: Db, query: Sql, limit = FEW) =>
  readSeqs(db, sql`${query} LIMIT ${limit + 1}`);

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

/** Documents are searched for words that the index does not know. */
function hitsOf(index: string, unindexed: readonly SearchWord[]): Sql {
  const reading = sql`CROSS JOIN lead_search AS document ON document.seq = hit.rowid
    AND ${containsWords(sql`document.document`, unindexed)}`;
  return sql`SELECT hit.rowid AS seq FROM lead_search_index AS hit
    ${unindexed.length === 0 ? sql`` : reading} WHERE hit.document MATCH ${index}`;
}

/** Reads the parts of a filter with few leads; only these leads are tested by the rest. */
export async function narrow(
  db: Db,
  { q, ids, foundBy = [], ...filter }: LeadListFilter,
): Promise<Narrowed> {
  let few: readonly number[] | undefined;
  const areFew = async (query: Sql, limit = FEW) => {
    const seqs = await readFew(db, query, limit);
    if (seqs.length > limit) return false;
    const own = new Set(seqs);
    few = few?.filter((seq) => own.has(seq)) ?? seqs.sort((a, b) => a - b);
    return true;
  };
  const { tag: tags = [], term = [], createdFrom, createdBefore, followUpBefore } = filter;
  const rest: LeadListFilter = { ...filter };
  if (ids !== undefined) await areFew(sql`SELECT seq FROM leads WHERE id IN ${listed(ids)}`, ALL);
  for (const runs of foundBy) await areFew(foundByRuns(runs), ALL);
  if (followUpBefore !== undefined && (await areFew(dueBefore(followUpBefore))))
    rest.followUpBefore = undefined;
  if ((createdFrom ?? createdBefore) !== undefined && (await areFew(createdWithin(filter)))) {
    rest.createdFrom = undefined;
    rest.createdBefore = undefined;
  }
  if (term.length > 0 && (await areFew(labelled("term", term)))) rest.term = [];
  const many: string[] = [];
  for (const tag of tags) if (!(await areFew(labelled("tag", [tag])))) many.push(tag);
  rest.tag = many;

  if (q === undefined) return { filter: rest, few };
  const words = parseSearch(q);
  if (words.length === 0) return { filter: rest, few: [] };
  const { index, rest: unindexed } = matchExpression(words);
  const text = { words, index };
  if (few !== undefined && few.length <= VERY_FEW) return { filter: rest, few, text };
  if (index !== null && (await areFew(hitsOf(index, unindexed)))) return { filter: rest, few };
  if (few === undefined && !isEmptyFilter(rest)) {
    if (await areFew(selectSeqs(matching({ filter: rest })))) return { filter: {}, few, text };
  }
  return { filter: rest, few, text };
}

export const hasConditions = ({ filter, text }: Narrowed) =>
  text !== undefined || !isEmptyFilter(filter);

interface Table {
  from: Sql;
  seq: Sql;
  conditions?: readonly Sql[];
}

const FACTS = { from: sql`leads INDEXED BY leads_by_seq`, seq: sql`leads.seq` };
const SECONDARY = {
  from: sql`leads AS secondary INDEXED BY leads_by_secondary`,
  seq: sql`secondary.seq`,
};
const DOCUMENT = { from: sql`lead_search AS document`, seq: sql`document.seq` };
const HIT = { from: sql`lead_search_index AS hit`, seq: sql`hit.rowid` };

export const listTable = (seqs: readonly number[]): Table => ({
  from: sql`json_each(${JSON.stringify(seqs)}) AS listed`,
  seq: sql`listed.value`,
});

function tagTable(tag: string, at: number): Table {
  const [name, column] = [sql.id(`tag${at}`), sql.ref(`tag${at}.tag`)];
  const conditions = [sql`${column} = ${labelKey(tag)}`];
  return { from: sql`lead_tags AS ${name}`, seq: sql.ref(`tag${at}.lead_seq`), conditions };
}

/**
 * Builds the parts of a query. Leads come growing by number, or in the order of the first table.
 *
 * @param given the first table, else the one with the fewest rows
 * @param isPlaced the query reads columns of `secondary`
 */
export function matching({ filter, few, text }: Narrowed, given?: Table, isPlaced = false) {
  const { facts, secondary, others } = conditionsOf(filter);
  const first = given ?? (few && listTable(few));
  const tables = first === undefined ? [] : [first];
  if (first === undefined && text?.index)
    tables.push({ ...HIT, conditions: [sql`hit.document MATCH ${text.index}`] });
  tables.push(...(filter.tag ?? []).map(tagTable));
  if (secondary.length > 0 || isPlaced) tables.push({ ...SECONDARY, conditions: secondary });
  if (facts.length > 0) tables.push({ ...FACTS, conditions: facts });
  if (text && (first !== undefined || text.index === null))
    tables.push({ ...DOCUMENT, conditions: [containsWords(sql`document.document`, text.words)] });
  const [{ from, seq } = FACTS, ...joined] = tables;
  const joins = joined.map((one) => sql`CROSS JOIN ${one.from} ON ${one.seq} = ${seq}`);
  const conditions = [...tables.flatMap(({ conditions = [] }) => conditions), ...others(seq)];
  if (given && few) conditions.push(sql`+${seq} IN ${listed(few)}`);
  return {
    from: sql.join([from, ...joins], sql` `),
    where: sql.join([sql`1`, ...conditions], sql` AND `),
    seq,
  };
}

export function selectSeqs({ from, where, seq }: ReturnType<typeof matching>): Sql {
  return sql`SELECT ${seq} AS seq FROM ${from} WHERE ${where}`;
}
