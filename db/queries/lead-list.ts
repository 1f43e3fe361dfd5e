import { sql } from "kysely";
import type { Db } from "../client";
import { AS_ARRAYS } from "../driver";
import type { LeadRow } from "../schema";
import { isEmptyFilter, type LeadListFilter, type Sql } from "./lead-conditions";
import { countByCounters, isByFacts } from "./lead-counters";
import {
  FEW,
  hasConditions,
  listTable,
  matching,
  type Narrowed,
  narrow,
  readFew,
  readSeqs,
  selectSeqs,
} from "./lead-matches";
import { columnOf, listed } from "./read-rows";

/** From this many hits on, the exact number of a text search is not counted. */
export const TEXT_TOTAL_CAP = 10_000;
export const FILTERED_TEXT_TOTAL_CAP = 1_000;

export interface LeadTotal {
  count: number;
  isExact: boolean;
  /** Spares a page reading the same parts of the filter again. */
  found?: Narrowed;
}

/** For reading pages one after the other by cursor, without a total. */
export const UNCOUNTED: LeadTotal = { count: 0, isExact: false };

/**
 * Counts exactly, but for a text search with more hits than the caps above: then `count` is the cap.
 */
export async function countLeads(db: Db, filter: LeadListFilter): Promise<LeadTotal> {
  const known = await countByCounters(db, filter);
  if (known !== null) return { count: known, isExact: true };
  const { "not.tag": [tag, ...others] = [], ...rest } = filter;
  if (tag !== undefined && filter.q === undefined) {
    const wider = { ...rest, "not.tag": others };
    const { count: all } = await countLeads(db, wider);
    const { count } = await countLeads(db, { ...wider, tag: [...(filter.tag ?? []), tag] });
    return { count: all - count, isExact: true };
  }
  const found = await narrow(db, filter);
  if (found.few !== undefined && !hasConditions(found))
    return { count: found.few.length, isExact: true, found };
  const isAlone = isEmptyFilter({ ...filter, q: undefined });
  const cap = !found.text ? FEW : isAlone ? TEXT_TOTAL_CAP : FILTERED_TEXT_TOTAL_CAP;
  const all = matching(found);
  const few = await readFew(db, selectSeqs(all), cap);
  if (few.length <= cap) return { count: few.length, isExact: true, found: { filter: {}, few } };
  if (found.text) return { count: cap, isExact: false, found };
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${all.from}
    WHERE ${all.where} AND ${all.seq} > ${few.at(-1)}`.execute(db);
  return { count: few.length + (rows[0]?.n ?? 0), isExact: true, found };
}

/**
 * Counts where that takes no time, and exactly; else null.
 *
 * @param most upper bound, where one is known
 */
export async function countCheaply(
  db: Db,
  filter: LeadListFilter,
  most: number | null = null,
): Promise<number | null> {
  const isShort = async () =>
    (most !== null && most <= SORTED) ||
    (filter.q === undefined && (isByFacts(filter) || (await narrow(db, filter)).few !== undefined));
  const known = await countByCounters(db, filter);
  if (known !== null || !(await isShort())) return known;
  const { count, isExact } = await countLeads(db, filter);
  return isExact ? count : null;
}

export type LeadSort = keyof typeof ORDERS;
export type SortDirection = "asc" | "desc";

/** The sort key and tie-break of a page's last lead. */
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

/** So few leads are sorted; for more the index of the order is read. */
const SORTED = 1_000;
/** Entries of an order that are tested for each lead of a page, by an index or by a document. */
const STEPS = 200;
const READ_STEPS = 100;

/** A page to be read in the order of its list, or against it. */
type PageRequest = Omit<LeadPageRequest, "before"> & { isBackwards: boolean };

async function readPage(db: Db, request: PageRequest, total: LeadTotal): Promise<number[]> {
  const { filter, sort, dir, isBackwards, after, limit, offset } = request;
  const isGrowing = (dir === "asc") !== isBackwards;
  const [direction, behind] = isGrowing ? [sql`ASC`, sql`>`] : [sql`DESC`, sql`<`];
  const found = total.found ?? (await narrow(db, filter));
  const order = ORDERS[sort];
  if (order === null) {
    const few = found.few && listTable(isGrowing ? found.few : found.few.toReversed());
    const { from, where, seq } = matching(found.few ? { ...found, few: undefined } : found, few);
    const isBehind = after === undefined ? sql`1` : sql`${seq} ${behind} ${after.seq}`;
    // A list has an order already, and tests all of its leads to be sorted.
    const inOrder = few ? sql`` : sql`ORDER BY ${seq} ${direction}`;
    return readSeqs(
      db,
      sql`SELECT ${seq} AS seq FROM ${from} WHERE ${where} AND ${isBehind}
        ${inOrder} LIMIT ${limit} OFFSET ${offset}`,
    );
  }
  const isBehind =
    after === undefined
      ? sql`1`
      : sql`(${order.column}, ordered.seq) ${behind} (${after.key}, ${after.seq})`;
  const inOrder = sql`ORDER BY ${order.column} ${direction}, ordered.seq ${direction}`;
  const walk = sql`leads AS ordered INDEXED BY ${sql.id(order.index)}`;
  const part = sql`LIMIT ${limit} OFFSET ${offset}`;
  const read = (from: Sql, condition: Sql) => {
    const where = sql`${isBehind} AND ${condition}`;
    return readSeqs(db, sql`SELECT ordered.seq FROM ${from} WHERE ${where} ${inOrder} ${part}`);
  };

  if (found.few === undefined && !hasConditions(found)) return read(walk, sql`1`);
  const steps = limit * (found.text ? READ_STEPS : STEPS);
  const isOpen = found.few === undefined || total.count > 0;
  if (isOpen && hasConditions(found) && (await isSoonMet(db, request, total, steps))) {
    // It comes in order.
    const from = sql`(SELECT ordered.seq FROM ${walk} WHERE ${isBehind} ${inOrder} LIMIT ${steps}) AS ordered`;
    const met = matching(found, { from, seq: sql`ordered.seq` });
    const seqs = await readSeqs(db, sql`${selectSeqs(met)} ${part}`);
    if (seqs.length === limit) return seqs;
  }
  let few = hasConditions(found) ? undefined : found.few;
  if (hasConditions(found) && total.count < FEW) {
    const seqs = await readFew(db, selectSeqs(matching(found)));
    few = seqs.length <= FEW ? seqs : undefined;
  }
  if (few !== undefined && few.length <= SORTED) {
    const { from, seq } = listTable(few);
    return read(
      sql`${from} CROSS JOIN leads AS ordered NOT INDEXED ON ordered.seq = ${seq}`,
      sql`1`,
    );
  }
  const numbers = few ? listed(few) : sql`(${selectSeqs(matching(found))})`;
  return read(walk, sql`+ordered.seq IN ${numbers}`);
}

/** A page of a filter is probably met within so many steps along an order. */
async function isSoonMet(
  db: Db,
  { limit, offset }: PageRequest,
  { count, isExact }: LeadTotal,
  steps: number,
): Promise<boolean> {
  if (!isExact) return offset + limit <= steps;
  const all = (await countByCounters(db, {})) ?? 0;
  return ((offset + limit) * all) / Math.max(count, 1) <= steps;
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
  const seqs = await readPage(db, own, total);
  return isBackwards ? seqs.reverse() : seqs;
}

type ImprintField = "legalForm" | "management" | "registerNumber" | "vatId";
export type SheetField = keyof LeadRow | "otherEmails" | "tags" | ImprintField;
/** Values of a lead, by the places of the fields that were asked for. */
export type SheetRow = readonly (string | number | null)[];
const SHEET_FIELDS: Partial<Record<SheetField, string>> = {
  // The main address, to be left out, follows the list, which holds no line break.
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
 * @returns the leads, and the cursor behind them; undefined without a lead
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
  return findPageSeqs(db, request, UNCOUNTED);
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
  const [seq] = await findPageSeqs(db, request, UNCOUNTED);
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
