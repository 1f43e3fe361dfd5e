import { TZDate } from "@date-fns/tz";
import { z } from "zod";
import type { Db } from "~db/client";
import { findPlace } from "~db/german-places";
import type { LeadListFilter } from "~db/queries/lead-conditions";
import {
  countLeads,
  cursorOf,
  findLeadsBySeq,
  findPageSeqs,
  type LeadCursor,
  type LeadSort,
} from "~db/queries/lead-list";
import { invalid } from "../../refusal";
import { defaultDirection, RADIUS_KM, TODAY } from "./filters";
import type { LeadFilter, LeadListQuery } from "./lead-filter-schema";

const FOREIGN_CURSOR = "Der Cursor gehört nicht zu dieser Liste. Ohne cursor beginnt sie von vorn.";
/** The sort order, and the sort key and number of the page's last lead. */
const CursorSchema = z.tuple([z.string(), z.union([z.string(), z.number()]), z.int()]);

/** @throws Refusal 422 for a cursor of another sort order */
function readCursor(cursor: string, order: string): LeadCursor {
  try {
    const text = Buffer.from(cursor, "base64url").toString("utf8");
    const [ownOrder, key, seq] = CursorSchema.parse(JSON.parse(text));
    if (ownOrder === order) return { key, seq };
  } catch {}
  throw invalid("cursor", FOREIGN_CURSOR);
}

/** Reads „2026-11-20“ and „today“ as midnight in the time zone, plus `daysLater` days. Returns milliseconds UTC. */
export function instant(text: string, timeZone: string, daysLater: number): number {
  const date = text === TODAY ? new TZDate(Date.now(), timeZone).toISOString().slice(0, 10) : text;
  if (date.includes("T")) return Date.parse(date);
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new TZDate(year, month - 1, day + daysLater, timeZone).getTime();
}

/** Also accepts a whole list query, and ignores its sorting and paging. */
export function toListFilter(
  { sort, dir, page, pageSize, cursor, ...filter }: LeadFilter & Partial<LeadListQuery>,
  timeZone: string,
): LeadListFilter {
  const { jobId: jobIds = [], campaignId, isNew, near, radiusKm: km = RADIUS_KM, ...rest } = filter;
  const { approvedOnly, followUpDue, contactedBefore, createdFrom, createdTo, ...same } = rest;
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
    // `contactedBefore` implies `contacted`, so `contacted: false` beside it matches no lead.
    ids: contactedBefore !== undefined && same.contacted === false ? [] : undefined,
    contactedBefore: start(contactedBefore),
    approved: approvedOnly || undefined,
    fits: same.fits || undefined,
    duplicate: same.duplicate || undefined,
    near: place && { latitude: place.latitude, longitude: place.longitude, km },
    followUpBefore: followUpDue ? start(TODAY, 1) : undefined,
    foundBy: foundBy.length > 0 ? foundBy : undefined,
    createdFrom: start(createdFrom),
    createdBefore: start(createdTo, 1),
  };
}

type AskedOrder = Pick<LeadListQuery, "sort" | "dir" | "followUpDue">;

/** Without `sort` the longest due leads come first, and in other lists the newest. */
export function orderOf({ sort: asked, dir, followUpDue }: AskedOrder) {
  const sort: LeadSort = asked ?? (followUpDue ? "followUpAt" : "createdAt");
  return { sort, dir: dir ?? defaultDirection(sort) };
}

/**
 * A page past the end returns the last one. With a cursor, `page` is only the displayed number.
 * @throws Refusal 422
 */
export async function findLeads(db: Db, query: LeadListQuery, timeZone: string) {
  const { pageSize, cursor } = query;
  const { sort, dir } = orderOf(query);
  const order = `${sort}:${dir}`;
  const after = cursor === undefined ? undefined : readCursor(cursor, order);
  const hits = await countLeads(db, toListFilter(query, timeZone));
  const pageCount = Math.max(1, Math.ceil(hits.count / pageSize));
  // An inexact count is a lower bound, so later pages may exist.
  const page = hits.isExact ? Math.min(query.page, pageCount) : query.page;
  const offset = after === undefined ? (page - 1) * pageSize : 0;
  // One extra lead shows that another page follows.
  const seqs = await findPageSeqs(db, { sort, dir, limit: pageSize + 1, offset, after }, hits);
  if (seqs.length === 0 && after === undefined && page > pageCount)
    return findLeads(db, { ...query, page: pageCount }, timeZone);
  const leads = await findLeadsBySeq(db, seqs.slice(0, pageSize));
  const last = seqs.length > pageSize ? leads.at(-1) : undefined;
  const end = last && (await cursorOf(db, last, sort));
  const place = end && [order, end.key, end.seq];
  return {
    leads,
    total: hits.count,
    totalIsExact: hits.isExact,
    page,
    pageSize,
    pageCount,
    nextCursor: place ? Buffer.from(JSON.stringify(place)).toString("base64url") : null,
  };
}
