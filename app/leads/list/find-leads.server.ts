import { TZDate } from "@date-fns/tz";
import { z } from "zod";
import type { Db } from "~db/client";
import { findPlace } from "~db/german-places";
import type { LeadListFilter } from "~db/queries/lead-conditions";
import {
  countLeads,
  findLeadsBySeq,
  findPageSeqs,
  type LeadCursor,
  type LeadSort,
  type SortDirection,
  sortKeyOf,
} from "~db/queries/lead-list";
import type { LeadRow } from "~db/schema";
import { invalid } from "../../refusal";
import { RADIUS_KM, TODAY } from "./filters";
import type { LeadFilter, LeadListQuery } from "./lead-filter-schema";
import { defaultDirection } from "./lead-filters";

const FOREIGN_CURSOR = "Der Cursor gehört nicht zu dieser Liste. Ohne cursor beginnt sie von vorn.";
/** The order, a lead's key and number, and 1 for the leads before it. */
const CursorSchema = z.tuple([z.string(), z.union([z.string(), z.number()]), z.int()], z.boolean());

type Order = { sort: LeadSort; dir: SortDirection };

function orderOf({ sort, dir = defaultDirection(sort) }: LeadListQuery): Order {
  return { sort, dir };
}

function encodeCursor({ sort, dir }: Order, { key, seq }: LeadCursor, isBefore = false): string {
  return Buffer.from(
    JSON.stringify([`${sort}:${dir}`, key, seq, ...(isBefore ? [true] : [])]),
  ).toString("base64url");
}

/** Null without a cursor of the query's order. */
function placeOf(query: LeadListQuery): { after: LeadCursor } | { before: LeadCursor } | null {
  if (query.cursor === undefined) return null;
  const { sort, dir } = orderOf(query);
  try {
    const text = Buffer.from(query.cursor, "base64url").toString("utf8");
    const [order, key, seq, isBefore] = CursorSchema.parse(JSON.parse(text));
    if (order !== `${sort}:${dir}`) return null;
    return isBefore ? { before: { key, seq } } : { after: { key, seq } };
  } catch {
    return null;
  }
}

/** „2026-11-20“ and „today“ mean midnight in the time zone, `daysLater` days on. Answers milliseconds UTC. */
export function instant(text: string, timeZone: string, daysLater: number): number {
  const date = text === TODAY ? new TZDate(Date.now(), timeZone).toISOString().slice(0, 10) : text;
  if (date.includes("T")) return Date.parse(date);
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new TZDate(year, month - 1, day + daysLater, timeZone).getTime();
}

/** Also takes the query of a list, of which it leaves out the presentation. */
export function toListFilter(
  query: LeadFilter & Partial<LeadListQuery>,
  timeZone: string,
): LeadListFilter {
  const { sort, dir, page, pageSize, cursor, ...filter } = query;
  const {
    jobId: jobIds = [],
    campaignId,
    isNew,
    near,
    radiusKm: km = RADIUS_KM,
    ...others
  } = filter;
  const { approvedOnly, followUpDue, contactedBefore, createdFrom, createdTo, ...same } = others;
  const start = (day: string | undefined, daysLater = 0) =>
    day === undefined ? undefined : instant(day, timeZone, daysLater);
  const foundBy = [
    ...(jobIds.length > 0 ? [{ jobIds, isNew }] : []),
    ...(campaignId === undefined ? [] : [{ campaignId, isNew }]),
  ];
  const place = near === undefined ? undefined : findPlace(near);
  return {
    ...same,
    contacted: contactedBefore === undefined ? same.contacted : true,
    // Filters only narrow: leads without any contact were not contacted before a day.
    ids: contactedBefore !== undefined && same.contacted === false ? [] : undefined,
    contactedBefore: start(contactedBefore),
    approved: approvedOnly || undefined,
    near: place && { latitude: place.latitude, longitude: place.longitude, km },
    followUpBefore: followUpDue ? start(TODAY, 1) : undefined,
    foundBy: foundBy.length > 0 ? foundBy : undefined,
    createdFrom: start(createdFrom),
    createdBefore: start(createdTo, 1),
  };
}

/**
 * A page past the end answers the last one; beside a cursor `page` is only the shown number.
 * @throws Refusal 422
 */
export async function findLeadSeqs(db: Db, query: LeadListQuery, timeZone: string) {
  const { pageSize } = query;
  const place = placeOf(query);
  if (query.cursor !== undefined && place === null) throw invalid("cursor", FOREIGN_CURSOR);
  const filter = toListFilter(query, timeZone);
  const order = orderOf(query);
  const total = await countLeads(db, filter);
  const pageCount = Math.max(1, Math.ceil(total.count / pageSize));
  const isCapped = place !== null && !total.isExact;
  const page = isCapped ? query.page : Math.min(query.page, pageCount);
  const offset = place === null ? (page - 1) * pageSize : 0;
  // One more lead shows that another page follows.
  const request = { filter, ...order, limit: pageSize + 1, offset, ...place };
  const found = await findPageSeqs(db, request, total);
  const isBackwards = place !== null && "before" in place;
  const hasMore = found.length > pageSize;
  const seqs = isBackwards ? found.slice(-pageSize) : found.slice(0, pageSize);
  const hasPrevious = isBackwards ? hasMore : place !== null || page > 1;
  const ends = await findEnds(db, order.sort, seqs);
  return {
    seqs,
    total: total.count,
    totalIsExact: total.isExact,
    page,
    pageSize,
    pageCount,
    nextCursor: ends !== null && (isBackwards || hasMore) ? encodeCursor(order, ends[1]) : null,
    previousCursor: ends !== null && hasPrevious ? encodeCursor(order, ends[0], true) : null,
  };
}

async function findEnds(db: Db, sort: LeadSort, seqs: readonly number[]) {
  const [first, last] = [seqs[0], seqs.at(-1)];
  if (first === undefined || last === undefined) return null;
  // The number itself is the order of finding.
  const rows = sort === "createdAt" ? [] : await findLeadsBySeq(db, [first, last]);
  const endOf = (seq: number, row: LeadRow | undefined): LeadCursor => ({
    key: row === undefined ? seq : sortKeyOf(row, sort),
    seq,
  });
  return [endOf(first, rows[0]), endOf(last, rows.at(-1))] as const;
}

export async function findLeads(db: Db, query: LeadListQuery, timeZone: string) {
  const { seqs, ...page } = await findLeadSeqs(db, query, timeZone);
  return { leads: await findLeadsBySeq(db, seqs), ...page };
}

/** Ignores cursors of another order, and starts at the list's end where nothing is left at the cursor. */
export async function findShownLeads(db: Db, query: LeadListQuery, timeZone: string) {
  if (query.cursor === undefined) return findLeads(db, query, timeZone);
  const byNumber = { ...query, cursor: undefined };
  if (placeOf(query) === null) return findLeads(db, byNumber, timeZone);
  const found = await findLeads(db, query, timeZone);
  // The store changed since the cursor: only numbers find the list's ends.
  if (found.leads.length === 0) return findLeads(db, byNumber, timeZone);
  if (found.previousCursor === null) return findLeads(db, { ...byNumber, page: 1 }, timeZone);
  if (found.nextCursor !== null) return found;
  return { ...found, page: Math.max(found.page, found.pageCount) };
}
