import type { Db } from "~db/client";
import { findSources, getLeadById } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { isoTime } from "../format/iso-time";
import { findLeadEvents, toWholeLead } from "./lead-json.server";

/** An entity tag of a lead (RFC 9110): changes with every change of the lead. */
export function entityTag(row: LeadRow): string {
  return `"${row.id}-${row.version}"`;
}

/** A lead with its timeline, its row and its entity tag; undefined when there is none of that id. */
export async function getLeadWithEvents(db: Db, id: string) {
  const row = await getLeadById(db, id);
  if (row === undefined) return undefined;
  const [lead, events] = await Promise.all([toWholeLead(db, row), findLeadEvents(db, row.seq)]);
  return { lead: { ...lead, events }, row, etag: entityTag(row) };
}

export type LeadSource = Awaited<ReturnType<typeof findLeadSources>>[number];

/** Where and when a lead was found, oldest first. */
export async function findLeadSources(db: Db, leadSeq: number) {
  const sources = await findSources(db, leadSeq);
  return sources.map(({ id, jobId, provider, term, region, foundAt }) => ({
    id,
    jobId,
    provider,
    term,
    region,
    foundAt: isoTime(foundAt),
  }));
}
