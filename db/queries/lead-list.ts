import { sql } from "kysely";
import type { Db } from "../client";
import type { LeadRow } from "../schema";
import { isEmptyFilter, type LeadListFilter, type Sql } from "./lead-conditions";
import { countByCounters } from "./lead-counters";
import { findFits } from "./lead-fits";
import { FEW, type Hits, matching, narrow, readSeqs, selectHits } from "./lead-matches";
import { columnOf, listed } from "./read-rows";

export interface CountedHits extends Hits {
  count: number;
  /** False for a text search with more than `FEW` hits; `count` is `FEW` then. */
  isExact: boolean;
}

/** Returns the numbers of all hits if they are few, else the remaining filter and the first numbers. */
export async function findHits(
  db: Db,
  filter: LeadListFilter,
): Promise<Hits & { first?: readonly number[] }> {
  const hits = await narrow(db, filter);
  if (hits.few && isEmptyFilter(hits.filter)) return hits;
  const few = await readSeqs(db, sql`${selectHits(hits)} LIMIT ${FEW + 1}`);
  return few.length > FEW ? { ...hits, first: few } : { filter: {}, few };
}

export async function countLeads(db: Db, filter: LeadListFilter): Promise<CountedHits> {
  const known = (await countByCounters(db, filter)) ?? (await countWithoutTag(db, filter));
  if (known !== null) return { ...(await narrow(db, filter)), count: known, isExact: true };
  const { first = [], ...hits } = await findHits(db, filter);
  const { filter: rest, few } = hits;
  if (few && isEmptyFilter(rest)) return { ...hits, count: few.length, isExact: true };
  if (rest.q !== undefined) return { ...hits, count: FEW, isExact: false };
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (${selectHits(hits)}) WHERE seq > ${first.at(-1)}`.execute(db);
  return { ...hits, count: first.length + (rows[0]?.n ?? 0), isExact: true };
}

/** Leads with a tag are found faster than those without it. */
async function countWithoutTag(
  db: Db,
  { "not.tag": [tag, ...others] = [], ...filter }: LeadListFilter,
): Promise<number | null> {
  if (tag === undefined || filter.q !== undefined) return null;
  const all = { ...filter, "not.tag": others };
  const { count } = await countLeads(db, { ...all, tag: [...(filter.tag ?? []), tag] });
  return (await countLeads(db, all)).count - count;
}

export type LeadSort = keyof typeof ORDERS;
const OPPOSITE = { asc: "desc", desc: "asc" } as const;
export type SortDirection = keyof typeof OPPOSITE;

/** The sort key and tie-break of a page's last lead. */
export interface LeadCursor {
  key: string | number;
  seq: number;
}

export interface LeadPageRequest {
  sort: LeadSort;
  dir: SortDirection;
  limit: number;
  offset?: number;
  /** Only leads after it. */
  after?: LeadCursor;
}

/** Column and index of each sort order. A literal map, so no input ever becomes SQL. */
const ORDERS = {
  // Lead numbers follow the order of creation.
  createdAt: ["seq", "leads_by_seq"],
  updatedAt: ["updatedAt", "leads_by_updated"],
  companyName: ["nameKey", "leads_by_name"],
  domain: ["domainKey", "leads_by_domain"],
  city: ["cityKey", "leads_by_city"],
  salesScore: ["scoreKey", "leads_by_score"],
  sourceTerm: ["termKey", "leads_by_term"],
  // Leaves out leads without a day.
  followUpAt: ["followUpAt", "leads_by_follow_up"],
  fit: ["fit", "lead_fits_by_fit"],
} as const;

export const sortKeyOf = (lead: LeadRow & { fit?: number | undefined }, sort: LeadSort) =>
  lead[ORDERS[sort][0]] ?? Number.MAX_SAFE_INTEGER;

export async function cursorOf(db: Db, lead: LeadRow, sort: LeadSort): Promise<LeadCursor> {
  const fit = sort === "fit" ? (await findFits(db, [lead.seq])).get(lead.seq)?.fit : undefined;
  return { key: sortKeyOf({ ...lead, fit }, sort), seq: lead.seq };
}

/** Up to this many leads are sorted; more are read along the order's index. */
const SORTED = 1_000;
/** Pages expected in the first `STEPS` index entries are sought there; without an exact count, those up to `NEAR`. */
const [NEAR, STEPS] = [1_000, 10_000];

/** Returns the numbers of one page of leads, in order. Pages in the second half are read from the end. */
export async function findPageSeqs(
  db: Db,
  { sort, dir, limit, offset = 0, after }: LeadPageRequest,
  { filter, few, count = 0, isExact = false }: Hits & Partial<CountedHits>,
): Promise<number[]> {
  if (isExact && after === undefined && offset > count / 2) {
    const size = Math.max(0, Math.min(limit, count - offset));
    const request = { sort, dir: OPPOSITE[dir], limit: size, offset: count - offset - size };
    return (await findPageSeqs(db, request, { filter, few, count, isExact })).reverse();
  }
  const [direction, beyond] = dir === "asc" ? [sql`ASC`, sql`>`] : [sql`DESC`, sql`<`];
  const part = sql`LIMIT ${limit} OFFSET ${offset}`;
  if (sort === "createdAt") {
    const list = dir === "asc" ? few : few?.toReversed();
    const { from, where, seq } = matching({ filter, few: list });
    const isAfter = after === undefined ? sql`1` : sql`${seq} ${beyond} ${after.seq}`;
    // The list is in order; ORDER BY would test all of it.
    const inOrder = list ? sql`` : sql`ORDER BY ${seq} ${direction}`;
    return readSeqs(
      db,
      sql`SELECT ${seq} AS seq FROM ${from} WHERE ${where} AND ${isAfter} ${inOrder} ${part}`,
    );
  }
  const [field, index] = ORDERS[sort];
  const column = sql.ref(`ordered.${columnOf(field)}`);
  const isAfter =
    after === undefined
      ? sql`1`
      : sql`(${column}, ordered.seq) ${beyond} (${after.key}, ${after.seq})`;
  const inOrder = sql`ORDER BY ${column} ${direction}, ordered.seq ${direction}`;
  const table = sql.table(sort === "fit" ? "lead_fits" : "leads");
  const walk = sql`${table} AS ordered INDEXED BY ${sql.id(index)}`;
  const select = (from: Sql, condition: Sql, end: Sql) =>
    sql`SELECT ordered.seq FROM ${from}
      WHERE ${column} IS NOT NULL AND ${isAfter} AND ${condition} ${inOrder} ${end}`;
  if (few === undefined && isEmptyFilter(filter)) return readSeqs(db, select(walk, sql`1`, part));
  const all = isExact ? ((await countByCounters(db, {})) ?? 0) : 0;
  const steps = filter.q === undefined ? STEPS : STEPS / 2;
  const isNear = isExact ? (offset + limit) * all <= steps * count : offset + limit <= NEAR;
  if (few === undefined && isNear) {
    const from = sql`(${select(walk, sql`1`, sql`LIMIT ${steps}`)}) AS ordered`;
    const near = selectHits({ filter }, [from, sql`ordered.seq`]);
    const seqs = await readSeqs(db, sql`${near} ${part}`);
    if (seqs.length === limit) return seqs;
  }
  if ((few?.length ?? (isExact ? count : FEW)) <= SORTED) {
    const sorted = sql`(${selectHits({ filter, few })}) AS hit
      CROSS JOIN ${table} AS ordered NOT INDEXED ON ordered.seq = hit.seq`;
    return readSeqs(db, select(sorted, sql`1`, part));
  }
  const isHit = sql`+ordered.seq IN (${selectHits({ filter, few })})`;
  return readSeqs(db, select(walk, isHit, part));
}

/** The public ids of the previous and the next lead in a list; null at its ends. */
export async function findNeighbours(
  db: Db,
  filter: LeadListFilter,
  { sort, dir }: Pick<LeadPageRequest, "sort" | "dir">,
  lead: LeadRow,
) {
  const hits = await findHits(db, filter);
  const after = await cursorOf(db, lead, sort);
  const nextIn = async (dir: SortDirection) => {
    const seqs = await findPageSeqs(db, { sort, dir, limit: 1, after }, hits);
    return (await findLeadsBySeq(db, seqs))[0]?.id ?? null;
  };
  return { previousId: await nextIn(OPPOSITE[dir]), nextId: await nextIn(dir) };
}

/** Leads in the order of `seqs`; missing ones are left out. */
export async function findLeadsBySeq(db: Db, seqs: readonly number[]): Promise<LeadRow[]> {
  const query = db.selectFrom("leads").selectAll().where("seq", "in", listed(seqs));
  const rows = await query.execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}
