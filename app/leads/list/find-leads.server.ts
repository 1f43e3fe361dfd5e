import { TZDate } from "@date-fns/tz";
import { z } from "zod";
import type { Db } from "~db/client";
import type { LeadListFilter } from "~db/queries/lead-conditions";
import {
  countLeads,
  findLeadsBySeq,
  findPageSeqs,
  type LeadCursor,
  type LeadSort,
  sortKeyOf,
} from "~db/queries/lead-list";
import { invalid } from "../../refusal";
import { defaultDirection, type LeadFilter, type LeadListQuery } from "./lead-filters";

const FOREIGN_CURSOR = "Der Cursor gehört nicht zu dieser Liste. Ohne cursor beginnt sie von vorn.";
const CursorSchema = z.tuple([z.string(), z.union([z.string(), z.number()]), z.int().positive()]);

function encodeCursor(order: string, cursor: LeadCursor): string {
  return Buffer.from(JSON.stringify([order, cursor.key, cursor.seq])).toString("base64url");
}

function decodeCursor(order: string, text: string): LeadCursor {
  try {
    const [forOrder, key, seq] = CursorSchema.parse(
      JSON.parse(Buffer.from(text, "base64url").toString("utf8")),
    );
    if (forOrder === order) return { key, seq };
  } catch {
    // Falls through to the one error there is for every cursor that can't be read.
  }
  throw invalid("cursor", FOREIGN_CURSOR);
}

/** Midnight of a day („2026-11-20“) in a time zone, some days later, or the time that a text names; milliseconds UTC. */
function instant(text: string, timeZone: string, daysLater: number): number {
  if (text.includes("T")) return Date.parse(text);
  const [year = 0, month = 1, day = 1] = text.split("-").map(Number);
  return new TZDate(year, month - 1, day + daysLater, timeZone).getTime();
}

/** Translates query parameters into the store's filter. */
export function toListFilter(filter: LeadFilter, timeZone: string): LeadListFilter {
  return {
    q: filter.q,
    terms: filter.term,
    contacted: filter.contacted,
    favorite: filter.favorite,
    approved: filter.approvedOnly === true ? true : undefined,
    hasEmail: filter.hasEmail,
    hasPhone: filter.hasPhone,
    tags: filter.tag,
    companyTypes: filter.companyType,
    federalStates: filter.federalState,
    sourceType: filter.sourceType,
    minScore: filter.minScore,
    createdFrom:
      filter.createdFrom === undefined ? undefined : instant(filter.createdFrom, timeZone, 0),
    createdBefore:
      filter.createdTo === undefined ? undefined : instant(filter.createdTo, timeZone, 1),
  };
}

/**
 * One page of the lead store, its leads by their internal numbers. A page past the end answers the last one.
 *
 * @throws Refusal 422
 */
export async function findLeadSeqs(db: Db, query: LeadListQuery, timeZone: string) {
  const filter = toListFilter(query, timeZone);
  const sort: LeadSort = query.sort;
  const dir = query.dir ?? defaultDirection(sort);
  const order = `${sort}:${dir}`;
  const total = await countLeads(db, filter);
  const pageCount = Math.max(1, Math.ceil(total.count / query.pageSize));
  const page = Math.min(query.page, pageCount);
  // One more than the page holds says whether anything follows.
  const found = await findPageSeqs(
    db,
    {
      filter,
      sort,
      dir,
      limit: query.pageSize + 1,
      offset: query.cursor === undefined ? (page - 1) * query.pageSize : 0,
      after: query.cursor === undefined ? undefined : decodeCursor(order, query.cursor),
    },
    total,
  );
  const seqs = found.slice(0, query.pageSize);
  const last = found.length > seqs.length ? seqs.at(-1) : undefined;
  return {
    seqs,
    total: total.count,
    totalIsExact: total.isExact,
    page,
    pageSize: query.pageSize,
    pageCount,
    nextCursor:
      last === undefined
        ? null
        : encodeCursor(order, { key: await sortKeyOfSeq(db, last, sort), seq: last }),
  };
}

async function sortKeyOfSeq(db: Db, seq: number, sort: LeadSort): Promise<string | number> {
  // The number itself is the order in which leads were found.
  if (sort === "createdAt") return seq;
  const [lead] = await findLeadsBySeq(db, [seq]);
  return lead === undefined ? seq : sortKeyOf(lead, sort);
}

/** The same with their rows. */
export async function findLeads(db: Db, query: LeadListQuery, timeZone: string) {
  const { seqs, ...page } = await findLeadSeqs(db, query, timeZone);
  return { leads: await findLeadsBySeq(db, seqs), ...page };
}
