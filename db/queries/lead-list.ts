import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client";
import { AS_ARRAYS } from "../driver";
import type { LeadRow } from "../schema";
import type { LeadListFilter } from "./lead-conditions";
import { expectedMatches, type Plan, plansFor } from "./lead-plan";
import {
  findAllParts,
  type LeadTotal,
  recallTotal,
  rememberFew,
  TEXT_TOTAL_CAP,
  UNCOUNTED,
} from "./lead-totals";
import { columnOf, listed } from "./read-rows";

export {
  countLeads,
  FILTERED_TEXT_TOTAL_CAP,
  type LeadTotal,
  TEXT_TOTAL_CAP,
  UNCOUNTED,
} from "./lead-totals";

export type LeadSort = keyof typeof ORDERS;
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
  /** Only what stands behind it, or before it: then the last of these, still in the order of the list. */
  after?: LeadCursor;
  before?: LeadCursor;
}

/** An order by a column, its index, and the key of a lead in it. */
const orderBy = (column: string, index: string, keyOf: (lead: LeadRow) => string | number) => ({
  column: sql.ref(`ordered.${column}`),
  index,
  keyOf,
});

/** A literal map, so that no input ever becomes SQL. */
const ORDERS = {
  // Creation order is the order of the numbers.
  createdAt: null,
  updatedAt: orderBy("updated_at", "leads_by_updated", (lead) => lead.updatedAt),
  companyName: orderBy("name_key", "leads_by_name", (lead) => lead.nameKey),
  domain: orderBy("domain_key", "leads_by_domain", (lead) => lead.domainKey),
  city: orderBy("city_key", "leads_by_city", (lead) => lead.cityKey),
  salesScore: orderBy("score_key", "leads_by_score", (lead) => lead.scoreKey),
  sourceTerm: orderBy("term_key", "leads_by_term", (lead) => lead.termKey),
};

/** The sort key of a row under a sort order, for the cursor behind it. */
export function sortKeyOf(lead: LeadRow, sort: LeadSort): string | number {
  return ORDERS[sort]?.keyOf(lead) ?? lead.seq;
}

/** A page to be read in the order of its list, or against it. */
type PageRequest = Omit<LeadPageRequest, "before"> & { isBackwards: boolean };

const isGrowing = ({ dir, isBackwards }: PageRequest) => (dir === "asc") !== isBackwards;

function orderOf(request: PageRequest, seq: RawBuilder<unknown>) {
  const direction = isGrowing(request) ? sql`ASC` : sql`DESC`;
  const order = ORDERS[request.sort];
  return order === null
    ? sql`${seq} ${direction}`
    : sql`${order.column} ${direction}, ordered.seq ${direction}`;
}

/**
 * What stands behind one lead and up to another, as conditions whose leads follow one another. A walk needs several:
 * SQLite begins at a key, not at a number among the leads of that key, of which there may be very many.
 */
function conditionsOf(
  request: PageRequest,
  { after, last }: { after?: LeadCursor; last?: LeadCursor },
  { seq, isWalk }: Plan,
): RawBuilder<unknown>[][] {
  const [behind, before] = isGrowing(request) ? [sql`>`, sql`<`] : [sql`<`, sql`>`];
  const key = ORDERS[request.sort]?.column;
  const is = (field: "key" | "seq", sign: RawBuilder<unknown>, cursor?: LeadCursor) =>
    cursor === undefined ? [] : [sql`${field === "seq" ? seq : key} ${sign} ${cursor[field]}`];
  const from = is("seq", behind, after);
  const to = is("seq", sql`${before}=`, last);
  if (key === undefined) return [[...from, ...to]];
  if (after !== undefined && !isWalk)
    return [[sql`(${key}, ${seq}) ${behind} (${after.key}, ${after.seq})`]];
  if (after?.key === last?.key) return [[...is("key", sql`=`, after), ...from, ...to]];
  return [
    [...is("key", sql`=`, after), ...from],
    [...is("key", behind, after), ...is("key", before, last)],
    [...is("key", sql`=`, last), ...to],
  ].filter((conditions) => conditions.length > 0);
}

/** The internal numbers of a page by one plan, up to where a walk shall end. */
export async function readPage(
  db: Db,
  request: PageRequest,
  plan: Plan,
  last?: LeadCursor,
): Promise<number[]> {
  const { after, limit, offset } = request;
  const { from, where, seq } = plan;
  const seqs: number[] = [];
  for (const conditions of conditionsOf(request, { after, last }, plan)) {
    if (seqs.length === limit) break;
    const { rows } = await sql<{ seq: number }>`SELECT ${seq} AS seq FROM ${from}
      WHERE ${sql.join([sql`1`, ...where, ...conditions], sql` AND `)}
      ORDER BY ${orderOf(request, seq)} LIMIT ${limit - seqs.length} OFFSET ${offset}`.execute(db);
    for (const row of rows) seqs.push(row.seq);
  }
  return seqs;
}

/** A lead some steps away along the index of an order: so many, or up to twice as many behind the leads of one key. */
async function findStep(db: Db, request: PageRequest, walk: Plan, steps: number) {
  const { entries, seq } = walk;
  const key = ORDERS[request.sort]?.column ?? seq;
  for (const conditions of conditionsOf(request, { after: request.after }, walk)) {
    const { rows } = await sql<LeadCursor>`
      SELECT ${key} AS key, ${seq} AS seq FROM ${entries.from}
      WHERE ${sql.join([sql`1`, ...entries.where, ...conditions], sql` AND `)}
      ORDER BY ${orderOf(request, seq)} LIMIT 1 OFFSET ${Math.ceil(steps)}`.execute(db);
    if (rows[0] !== undefined) return rows[0];
  }
  return undefined;
}

/** What takes longer than this (microseconds) is worth being careful about. */
const LONG = 10_000;
/** Entries of the first stride of a walk at least, and how much longer each is than the one before. */
const STRIDE = 500;
const GROWTH = 4;
/** Leads that a page may stand behind and still be read along with them. */
const NEAR = 2_000;

/**
 * Reads by the plan that probably takes least. A walk that meets fewer leads than it should, since they lie unevenly in
 * its order, ends where the plan that takes least at most would have been through, and that one takes its place. It goes
 * by strides: to find its end at once would mean to pass over all of it.
 */
async function readBest(
  db: Db,
  request: PageRequest,
  plans: readonly [Plan, ...Plan[]],
): Promise<number[]> {
  const [first] = plans;
  const surest = plans.reduce((best, plan) => (plan.worst < best.worst ? plan : best));
  if (!first.isWalk || first.worst < Math.max(LONG, 2 * surest.worst)) {
    return readPage(db, request, first);
  }
  const { offset } = request;
  const limit = request.limit + offset;
  if (limit > NEAR) return readPage(db, request, first.cost * 2 < surest.worst ? first : surest);
  const found: number[] = [];
  let { after } = request;
  let left = surest.worst / first.perEntry;
  for (let stride = Math.max(STRIDE, 2 * first.steps); left > 0; stride *= GROWTH) {
    const part = { ...request, after, limit: limit - found.length, offset: 0 };
    const last = await findStep(db, part, first, Math.min(stride, left));
    found.push(...(await readPage(db, part, first, last)));
    if (last === undefined || found.length === limit) return found.slice(offset);
    left -= stride;
    after = last;
  }
  return readPage(db, request, surest);
}

/** What a filter tells of the keys of an order. */
async function findBounds(db: Db, { minScore, createdFrom }: LeadListFilter, sort: LeadSort) {
  if (sort === "salesScore" && minScore !== undefined) return sql`ordered.score_key >= ${minScore}`;
  if (sort !== "updatedAt" || createdFrom === undefined) return undefined;
  // A lead is changed after it was found, but for a clock that was put back.
  const { rows } = await sql<{ most: number | null }>`
    SELECT max(created_at - updated_at) AS most FROM leads INDEXED BY leads_changed_before_found
    WHERE updated_at < created_at`.execute(db);
  return sql`ordered.updated_at >= ${createdFrom - (rows[0]?.most ?? 0)}`;
}

/** Every way to read a page of a list; the first is taken. */
export async function findPlans(
  db: Db,
  { filter, sort, limit, offset }: Pick<LeadPageRequest, "filter" | "sort" | "limit" | "offset">,
  total: LeadTotal,
): Promise<[Plan, ...Plan[]]> {
  const { parts, all } = await findAllParts(db, filter, total);
  const expected = expectedMatches(parts, all);
  const matches = total.isExact ? total.count : Math.max(total.count, expected);
  const within = await findBounds(db, filter, sort);
  const wanted = { limit: limit + offset, matches, all, order: ORDERS[sort], within };
  const plans = plansFor(parts, wanted);
  const isFew = total.seqs === undefined && matches <= TEXT_TOTAL_CAP;
  if (!isFew || plans[0].cost < LONG) return plans;
  const few = await rememberFew(db, filter);
  return few.seqs === undefined ? plans : findPlans(db, { filter, sort, limit, offset }, few);
}

/**
 * The internal numbers of one page of leads in order, without the rows. A page beyond the middle of a list is read
 * from its end.
 */
export async function findPageSeqs(
  db: Db,
  { before, ...request }: LeadPageRequest,
  total: LeadTotal,
): Promise<number[]> {
  if (total.isExact && total.count === 0) return [];
  let { limit, offset, after } = request;
  const isFromEnd =
    after === undefined &&
    before === undefined &&
    total.isExact &&
    offset > total.count / 2 &&
    offset < total.count;
  if (isFromEnd) {
    limit = Math.min(limit, total.count - offset);
    offset = total.count - offset - limit;
  }
  const isBackwards = isFromEnd || before !== undefined;
  const own = { ...request, limit, offset, after: before ?? after, isBackwards };
  const seqs = await readBest(db, own, await findPlans(db, own, total));
  return isBackwards ? seqs.reverse() : seqs;
}

type ImprintField = "legalForm" | "management" | "registerNumber" | "vatId";
export type SheetField = keyof LeadRow | "otherEmails" | "tags" | ImprintField;
/** Values of a lead, by the places of the fields that were asked for. */
export type SheetRow = readonly (string | number | null)[];
const SHEET_FIELDS: Partial<Record<SheetField, string>> = {
  // What is to be left out stands behind the list, which holds no line break.
  otherEmails: "emails || char(10) || ifnull(email, '')",
  // Sorted, with commas between them.
  tags: `(SELECT group_concat(spelling, ', ') FROM
    (SELECT spelling FROM lead_tags JOIN lead_tag_counts USING (tag) WHERE lead_seq = seq ORDER BY tag))`,
  legalForm: "imprint ->> 'legalForm'",
  management: "(SELECT group_concat(value, ', ') FROM json_each(imprint, '$.management'))",
  registerNumber: "imprint ->> 'registerNumber'",
  vatId: "imprint ->> 'vatId'",
};

/**
 * Some fields of leads by their internal numbers, in the order of the numbers; those that are gone are missing. Arrays,
 * since very many are read.
 *
 * @returns the leads, and where a list in this order goes on behind them; undefined where none of them is left
 */
export async function findSheetRows(
  db: Db,
  fields: readonly SheetField[],
  seqs: readonly number[],
  sort: LeadSort,
): Promise<{ rows: SheetRow[]; last: LeadCursor | undefined }> {
  const columns = fields.map((field) => SHEET_FIELDS[field] ?? columnOf(field));
  const key = ORDERS[sort]?.column ?? sql`ordered.seq`;
  const { rows } = await sql<SheetRow>`${sql.raw(AS_ARRAYS)}
    SELECT ${sql.raw(columns.join(", "))}, ${key}, ordered.seq
    FROM json_each(${JSON.stringify(seqs)}) AS wanted
    CROSS JOIN leads AS ordered ON ordered.seq = wanted.value`.execute(db.withoutPlugins());
  const [lastKey, seq] = rows.at(-1)?.slice(-2) ?? [];
  const isPlace = lastKey != null && typeof seq === "number";
  return { rows, last: isPlace ? { key: lastKey, seq } : undefined };
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
  const order = { sort: "createdAt", dir: "asc" } as const;
  const request = { filter, ...order, limit, offset: 0, after: { key: after, seq: after } };
  return findPageSeqs(db, request, (await recallTotal(db, filter)) ?? UNCOUNTED);
}

/** The public id of the lead right before or behind a lead in a list, null at the list's ends. */
export async function findNeighbour(
  db: Db,
  { filter, sort, dir }: Pick<LeadPageRequest, "filter" | "sort" | "dir">,
  lead: LeadRow,
  side: "previous" | "next",
): Promise<string | null> {
  const cursor = { key: sortKeyOf(lead, sort), seq: lead.seq };
  const beside = side === "next" ? { after: cursor } : { before: cursor };
  const request = { filter, sort, dir, limit: 1, offset: 0, ...beside };
  const total = (await recallTotal(db, filter)) ?? UNCOUNTED;
  const [seq] = await findPageSeqs(db, request, total);
  if (seq === undefined) return null;
  const row = await db.selectFrom("leads").select("id").where("seq", "=", seq).executeTakeFirst();
  return row?.id ?? null;
}

/** Leads by their internal numbers, in the order of the numbers. */
export async function findLeadsBySeq(db: Db, seqs: readonly number[]): Promise<LeadRow[]> {
  const query = db.selectFrom("leads").selectAll().where("seq", "in", listed(seqs));
  const rows = await query.execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}
