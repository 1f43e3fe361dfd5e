import { type RawBuilder, sql } from "kysely";
import { AS_ARRAYS, type Db } from "../client";
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

export {
  countLeads,
  FILTERED_TEXT_TOTAL_CAP,
  type LeadTotal,
  TEXT_TOTAL_CAP,
  UNCOUNTED,
} from "./lead-totals";

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
  /** Only what stands behind it, or before it: then the last of these, still in the order of the list. */
  after?: LeadCursor;
  before?: LeadCursor;
}

/** The columns and indexes of the orders; a literal map, so that no input ever becomes SQL. */
const ORDERS = {
  // Creation order is the order of the numbers.
  createdAt: null,
  updatedAt: { column: sql`ordered.updated_at`, index: "leads_by_updated" },
  companyName: { column: sql`ordered.name_key`, index: "leads_by_name" },
  domain: { column: sql`ordered.domain_key`, index: "leads_by_domain" },
  city: { column: sql`ordered.city_key`, index: "leads_by_city" },
  salesScore: { column: sql`ordered.score_key`, index: "leads_by_score" },
  sourceTerm: { column: sql`ordered.term_key`, index: "leads_by_term" },
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

/** A page to be read in the order of its list, or against it. */
type PageRequest = Omit<LeadPageRequest, "before"> & { isBackwards: boolean };

function orderOf({ sort, dir, isBackwards }: PageRequest, seq: RawBuilder<unknown>) {
  const direction = (dir === "desc") === isBackwards ? sql`ASC` : sql`DESC`;
  const order = ORDERS[sort];
  return order === null
    ? sql`${seq} ${direction}`
    : sql`${order.column} ${direction}, ordered.seq ${direction}`;
}

/** What stands before or behind a lead. In creation order the number alone says it, and an index can begin there. */
function isBeyond(
  { sort, dir, isBackwards }: PageRequest,
  cursor: LeadCursor,
  seq: RawBuilder<unknown>,
  side: "before" | "behind",
) {
  const isGreater = ((dir === "asc") !== isBackwards) === (side === "behind");
  const comparison = isGreater ? sql`>` : sql`<`;
  const order = ORDERS[sort];
  return order === null
    ? sql`${seq} ${comparison} ${cursor.seq}`
    : sql`(${order.column}, ordered.seq) ${comparison} (${cursor.key}, ${cursor.seq})`;
}

/** The internal numbers of a page by one plan, up to where a walk shall end. */
export async function readPage(
  db: Db,
  request: PageRequest,
  { from, where, seq }: Plan,
  end?: LeadCursor,
): Promise<number[]> {
  const { after, limit, offset } = request;
  const conditions = [
    ...where,
    ...(after === undefined ? [] : [isBeyond(request, after, seq, "behind")]),
    ...(end === undefined ? [] : [isBeyond(request, end, seq, "before")]),
  ];
  const condition =
    conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
  const { rows } = await sql<{ seq: number }>`SELECT ${seq} AS seq FROM ${from} ${condition}
    ORDER BY ${orderOf(request, seq)} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map((row) => row.seq);
}

/** The lead that is so many steps away along the index of an order. */
async function findStep(
  db: Db,
  request: PageRequest,
  steps: number,
): Promise<LeadCursor | undefined> {
  const order = ORDERS[request.sort];
  const from = sql`leads AS ordered INDEXED BY ${sql.id(order?.index ?? "leads_by_seq")}`;
  const seq = sql`ordered.seq`;
  const behind = request.after && isBeyond(request, request.after, seq, "behind");
  const { rows } =
    await sql<LeadCursor>`SELECT ${order?.column ?? seq} AS key, ordered.seq AS seq FROM ${from}
    ${behind === undefined ? sql`` : sql`WHERE ${behind}`}
    ORDER BY ${orderOf(request, seq)} LIMIT 1 OFFSET ${Math.ceil(steps)}`.execute(db);
  return rows[0];
}

/** What takes longer than this (microseconds) is worth being careful about. */
const LONG = 10_000;

/**
 * Reads by the plan that probably takes least. A walk that meets fewer leads than it should, since they lie unevenly
 * in its order, ends where the plan that takes least at most would have been through, and that one takes its place.
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
  if (first.cost * 2 < surest.worst) {
    const end = await findStep(db, request, surest.worst / first.perEntry);
    const page = await readPage(db, request, first, end);
    if (end === undefined || page.length === request.limit) return page;
  }
  return readPage(db, request, surest);
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
  const { minScore } = filter;
  const hasRange = sort === "salesScore" && minScore !== undefined;
  const within = hasRange ? sql`ordered.score_key >= ${minScore}` : undefined;
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

/** One page of leads in order. The ids come first, the rows are fetched for these only. */
export async function findLeadPage(
  db: Db,
  request: LeadPageRequest,
  total: LeadTotal,
): Promise<LeadRow[]> {
  return findLeadsBySeq(db, await findPageSeqs(db, request, total));
}

export type SheetField = keyof LeadRow | "otherEmails" | "tags";
/** Values of a lead, by the places of the fields that were asked for. */
export type SheetRow = readonly (string | number | null)[];
const SHEET_FIELDS: Partial<Record<SheetField, string>> = {
  // What is to be left out stands behind the list, which holds no line break.
  otherEmails: "emails || char(10) || ifnull(email, '')",
  // Sorted, with commas between them.
  tags: `(SELECT group_concat(spelling, ', ') FROM
    (SELECT spelling FROM lead_tags JOIN lead_tag_counts USING (tag) WHERE lead_seq = seq ORDER BY tag))`,
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
  const columns = fields.map(
    (field) => SHEET_FIELDS[field] ?? field.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`),
  );
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
  if (seqs.length === 0) return [];
  const rows = await db
    .selectFrom("leads")
    .selectAll()
    .where(sql<boolean>`seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`)
    .execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}
