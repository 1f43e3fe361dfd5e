import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client";
import { labelKey } from "../fold";
import type { SearchWord } from "../search/search-query";
import { factConditions, isOneOf, type LeadListFilter, workConditions } from "./lead-conditions";
import { countByCounters, isFacet, isUnset } from "./lead-counters";
import { containsWords } from "./lead-search";
import { listed } from "./read-rows";

export type Sql = RawBuilder<unknown>;

/** Microseconds on a million leads; only how they compare matters. */
export const COST = {
  /** To the next lead along an order, in the index of what is filtered by, among the hits of a text, in the documents. */
  step: 0.02,
  scan: 0.05,
  hit: 0.2,
  read: 1,
  /** Looking up a lead where all of its neighbours are looked up too, and anywhere. */
  facts: [0.3, 1.2],
  label: [0.15, 0.5],
  document: [1.5, 6],
  row: 4,
  sort: 0.3,
  /** Taking a lead into a set, and asking the set for one. */
  collect: 0.2,
  collectHit: 0.3,
  member: 0.1,
} as const;

/** Leads that lie together: those of a tag, of a state, of a text, or all in some order. */
export interface Side {
  name: string;
  from: Sql;
  where?: Sql;
  seq: Sql;
  /** How many entries it has. */
  n: number;
  /** What it takes to the next entry. */
  step: number;
  /** Its leads come growing by their number, and are through when enough were found. */
  isInOrder?: boolean;
  /** Its leads come in so many runs of growing numbers. */
  runs?: number;
  /** Its leads meet the condition that it belongs to, as they come. */
  answers?: boolean;
  /** It is in the order that is asked for, which is not that of the numbers. */
  isWalk?: boolean;
  /** Such a side of some leads: the index of the order that it is in. */
  along?: string;
}

/** One of the conditions of a filter, each of which a lead must meet. */
export interface Part {
  /** Leads that meet it, as far as the counters tell. */
  n: number;
  isExact?: boolean;
  /** Words of a text that more leads hold than are read one by one. */
  isText?: boolean;
  /** The numbers of these leads as JSON, where they were read. */
  seqs?: string;
  sides: Side[];
  /** The side to make a set of all leads that meet it from, and what that takes for all of them. */
  set?: { side: Side; cost: number };
  /** Where one lead is looked up under a name, and what that takes. */
  test?: { from: Sql; name: string; key: string; where: Sql; cost: readonly [number, number] };
}

const LABELS = {
  tag: { table: sql`lead_tags`, column: "tag" },
  term: { table: sql`lead_terms`, column: "term_key" },
};

function labelSide(kind: keyof typeof LABELS, keys: readonly string[], n: number): Side {
  const { table, column } = LABELS[kind];
  const where = isOneOf(sql.ref(`side.${column}`), keys);
  const fields = { name: kind, seq: sql`side.lead_seq`, n, answers: true };
  if (keys.length === 1) {
    return { ...fields, from: sql`${table} AS side`, where, step: COST.step, isInOrder: true };
  }
  // A lead may have several of them.
  const from = sql`(SELECT DISTINCT lead_seq FROM ${table} AS side WHERE ${where}) AS side`;
  return { ...fields, from, step: COST.collect };
}

/** @param name unlike that of every other part */
function labelPart(
  kind: keyof typeof LABELS,
  name: string,
  keys: readonly string[],
  n: number,
): Part {
  const { table, column } = LABELS[kind];
  const own = labelSide(kind, keys, n);
  const where = isOneOf(sql.ref(`${name}.${column}`), keys);
  const test = {
    from: sql`${table} AS ${sql.id(name)}`,
    name,
    key: "lead_seq",
    where,
    cost: COST.label,
  };
  // A set needs nobody to leave out those who come twice.
  const from = sql`${table} AS side`;
  const rows = { ...own, from, where: isOneOf(sql.ref(`side.${column}`), keys) };
  const set = { side: rows, cost: n * COST.collect };
  const isOne = keys.length === 1;
  return { n, isExact: isOne, sides: [own], set, test: isOne ? test : undefined };
}

/** Leads along one of their indexes. */
function indexSide(index: string, where: Sql, n: number, runs: number): Side {
  const from = sql`leads AS side INDEXED BY ${sql.id(index)}`;
  return { name: index, from, where, seq: sql`side.seq`, n, step: COST.step, runs };
}

/** Leads in the order of an index. */
export function walkSide(index: string, where: Sql | undefined, n: number): Side {
  const from = sql`leads AS ordered INDEXED BY ${sql.id(index)}`;
  return { name: index, from, where, seq: sql`ordered.seq`, n, step: COST.step, isWalk: true };
}

/** Leads of some values, whose index goes on with the key of an order: by their numbers, and of one value by that key. */
function pairSides(
  [index, column, along]: readonly [string, string, string],
  values: readonly string[],
  n: number,
): Side[] {
  const { from, where } = indexSide(index, isOneOf(sql.ref(`side.${column}`), values), n, n);
  // Looking them up by number is worth sorting them.
  const byNumber = sql`(SELECT seq FROM ${from} WHERE ${where} ORDER BY seq LIMIT -1) AS side`;
  const seq = sql`side.seq`;
  const sorted = { name: index, from: byNumber, seq, n, step: COST.sort, runs: 1 };
  const walk = walkSide(index, isOneOf(sql.ref(`ordered.${column}`), values), n);
  return values.length === 1 ? [sorted, { ...walk, along }] : [sorted];
}

/** The sides of a field of a filter, where its leads lie together. */
function fieldSides(filter: LeadListFilter, name: string, n: number): Side[] {
  const { contacted, favorite, companyTypes = [], federalStates = [] } = filter;
  const { sourceType, minScore } = filter;
  if (name === "contacted" && contacted) return [labelSide("tag", ["kontaktiert"], n)];
  if (name === "favorite" && favorite) return [labelSide("tag", ["favorit"], n)];
  if (name === "minScore")
    return [indexSide("leads_by_score", sql`side.score_key >= ${minScore}`, n, 5)];
  if (name === "companyTypes")
    return [indexSide("leads_by_type", isOneOf(sql`side.company_type`, companyTypes), n, STATES)];
  if (name === "federalStates")
    return pairSides(["leads_by_state", "federal_state", "leads_by_city"], federalStates, n);
  if (name === "sourceType" && sourceType !== undefined)
    return pairSides(["leads_by_source", "source_type", "leads_by_term"], [sourceType], n);
  return [];
}

/** Looking up each lead of a side in a table that lies by number: the fewer they are, the more often that begins anew. */
export function lookUpCost(
  [near, far]: readonly [number, number],
  side: Side,
  all: number,
): number {
  const { n, runs = side.isInOrder ? 1 : n } = side;
  const distance = Math.log10((all * runs) / Math.max(1, n)) / 3;
  return near + (far - near) * Math.max(0, Math.min(1, distance));
}

const STATES = 17;
const QUARTER_MS = 900_000;

/** The leads of a span of time, and whether it begins and ends with a quarter of an hour, by which they are counted. */
async function findDays(db: Db, { createdFrom = 0, createdBefore }: LeadListFilter) {
  const before = createdBefore ?? Number.MAX_SAFE_INTEGER;
  const { rows } = await sql<{ n: number }>`SELECT ifnull(sum(n), 0) AS n FROM lead_quarter_counts
    WHERE quarter >= ${Math.floor(createdFrom / QUARTER_MS)} AND quarter < ${Math.ceil(before / QUARTER_MS)}`.execute(
    db,
  );
  const where = sql`side.created_at >= ${createdFrom} AND side.created_at < ${before}`;
  const isExact =
    createdFrom % QUARTER_MS === 0 &&
    (createdBefore === undefined || createdBefore % QUARTER_MS === 0);
  return { isExact, side: indexSide("leads_by_created", where, rows[0]?.n ?? 0, 1) };
}

/** Leads along an index that begins with their numbers, as they meet what it tells of them. */
export function scanOf(all: number, conditions: readonly Sql[], index = "seq"): Side {
  const name = index === "seq" ? "facts" : index;
  return {
    name: `leads_by_${index}`,
    from: sql`leads AS ${sql.id(name)} INDEXED BY ${sql.id(`leads_by_${index}`)}`,
    where: conditions.length === 0 ? undefined : sql.join(conditions, sql` AND `),
    seq: sql.ref(`${name}.seq`),
    n: all,
    step: COST.scan,
    isInOrder: true,
    answers: true,
  };
}

/** What the index `leads_by_work` answers, as one condition; of how many leads nothing tells. Each lead is looked up. */
export function workPart(filter: LeadListFilter, all: number): Part {
  const conditions = workConditions(filter);
  const side = scanOf(all, conditions, "work");
  const where = side.where ?? sql`1`;
  const test = { from: side.from, name: "work", key: "seq", where, cost: COST.facts };
  return { n: all * 0.05 ** conditions.length, sides: [side], test };
}

function findWork(filter: LeadListFilter, all: number): Part[] {
  const part = workPart(filter, all);
  const [side] = part.sides;
  if (side?.where === undefined) return [];
  return [{ ...part, set: { side, cost: all * COST.scan + part.n * COST.collect } }];
}

/** What the index `leads_by_seq` answers, as one condition, with the sides of each field of it. */
async function findFacts(db: Db, filter: LeadListFilter, all: number): Promise<Part | null> {
  const conditions = factConditions(filter);
  if (conditions.length === 0) return null;
  const { createdFrom, createdBefore } = filter;
  const fields = Object.entries(filter).filter(([name, value]) => isFacet(name) && !isUnset(value));
  const counted: LeadListFilter = Object.fromEntries(fields);
  const hasDays = createdFrom !== undefined || createdBefore !== undefined;
  const days = hasDays ? await findDays(db, filter) : null;
  const isAlone = fields.length + (hasDays ? 1 : 0) === 1;
  let n = days?.side.n ?? all;
  const sides: Side[] = days === null ? [] : [{ ...days.side, answers: isAlone }];
  for (const [name, value] of fields) {
    const own = (await countByCounters(db, { [name]: value })) ?? all;
    n *= own / Math.max(1, all);
    for (const side of fieldSides(filter, name, own)) sides.push({ ...side, answers: isAlone });
  }
  const { companyTypes = [], federalStates = [] } = filter;
  if (companyTypes.length > 0 && federalStates.length > 0) {
    const pair = [
      isOneOf(sql`side.company_type`, companyTypes),
      isOneOf(sql`side.federal_state`, federalStates),
    ];
    const both = (await countByCounters(db, { companyTypes, federalStates })) ?? all;
    sides.push(indexSide("leads_by_type", sql.join(pair, sql` AND `), both, 1));
  }
  const known = hasDays || isAlone ? null : await countByCounters(db, counted);
  n = known ?? n;
  const scan = scanOf(all, conditions);
  const test = {
    from: sql`leads AS facts INDEXED BY leads_by_seq`,
    name: "facts",
    key: "seq",
    where: sql.join(conditions, sql` AND `),
    cost: COST.facts,
  };
  // The set of them is collected from the side that takes least.
  const apart = sides.filter(({ isWalk }) => isWalk !== true);
  const sets = [scan, ...apart].map((side) => {
    if (side.answers) return { side, cost: side.n * side.step + n * COST.collect };
    const from = sql`${side.from} CROSS JOIN ${test.from} ON facts.seq = ${side.seq} AND ${test.where}`;
    const look = lookUpCost(COST.facts, side, all);
    return { side: { ...side, from }, cost: side.n * (side.step + look) + n * COST.collect };
  });
  const set = sets.reduce((least, other) => (other.cost < least.cost ? other : least));
  const isExact = hasDays ? isAlone && days?.isExact === true : isAlone || known !== null;
  return { n, isExact, sides: [scan, ...sides], set, test };
}

/** Leads that are known one by one, as a JSON array of their numbers. */
export function listedPart(seqs: string, n: number): Part {
  const own: Side = {
    name: "listed",
    from: sql`json_each(${seqs}) AS side`,
    seq: sql`side.value`,
    n,
    step: COST.collectHit,
    answers: true,
  };
  return { n, isExact: true, seqs, sides: [own], set: { side: own, cost: n * COST.collectHit } };
}

/** Words that must stand in the documents; by the search index where it knows them. */
export function textPart(
  words: readonly SearchWord[],
  index: string | null,
  n: number,
  all: number,
): Part {
  const name = index === null ? "letters" : "words";
  const test = {
    from: sql`lead_search AS ${sql.id(name)}`,
    name,
    key: "seq",
    where: containsWords(sql.ref(`${name}.document`), words),
    cost: COST.document,
  };
  if (index === null) {
    const own: Side = {
      name: "documents",
      from: sql`lead_search AS side`,
      where: containsWords(sql`side.document`, words),
      seq: sql`side.seq`,
      n: all,
      step: COST.read,
      isInOrder: true,
      answers: true,
    };
    return { n, isText: true, sides: [own], test };
  }
  const own: Side = {
    name: "text",
    from: sql`lead_search_index AS side`,
    where: sql`side.document MATCH ${index}`,
    seq: sql`side.rowid`,
    n,
    step: COST.hit,
    isInOrder: true,
    answers: true,
  };
  return { n, isText: true, sides: [own], set: { side: own, cost: n * COST.collectHit }, test };
}

/** The conditions of a filter but for its text. */
export async function findParts(db: Db, filter: LeadListFilter, all: number): Promise<Part[]> {
  const { ids, terms = [], tags = [] } = filter;
  const parts = findWork(filter, all);
  if (ids !== undefined) {
    const { rows } = await sql<{ seqs: string; n: number }>`
      SELECT json_group_array(seq) AS seqs, count(*) AS n FROM leads
      WHERE id IN ${listed(ids)}`.execute(db);
    parts.push(...rows.map(({ seqs, n }) => listedPart(seqs, n)));
  }
  const facts = await findFacts(db, filter, all);
  if (facts !== null) parts.push(facts);
  const count = async (label: LeadListFilter) => (await countByCounters(db, label)) ?? all;
  for (const [at, key] of [...new Set(tags.map(labelKey))].entries()) {
    parts.push(labelPart("tag", `tag${at}`, [key], await count({ tags: [key] })));
  }
  if (terms.length > 0) {
    const keys = [...new Set(terms.map(labelKey))];
    let n = 0;
    for (const key of keys) n += await count({ terms: [key] });
    parts.push(labelPart("term", "term", keys, n));
  }
  return parts;
}
