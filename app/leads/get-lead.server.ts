import type { Db } from "~db/client";
import { findSources, getLeadById } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { isoTime } from "../format/iso-time";
import type { Lead, LeadEvent } from "./lead";
import { findLeadEvents, toLeads } from "./lead-json.server";

/** An entity tag of a lead (RFC 9110): changes with every change of the lead. */
export function entityTag(row: LeadRow): string {
  return `"${row.id}-${row.version}"`;
}

/** A lead with its timeline, its row and its entity tag; undefined when there is none of that id. */
export async function getLeadWithEvents(
  db: Db,
  id: string,
): Promise<{ lead: Lead & { events: LeadEvent[] }; row: LeadRow; etag: string } | undefined> {
  const row = await getLeadById(db, id);
  if (row === undefined) return undefined;
  const [leads, events] = await Promise.all([toLeads(db, [row]), findLeadEvents(db, row.seq)]);
  const [lead] = leads;
  return lead && { lead: { ...lead, events }, row, etag: entityTag(row) };
}

/** One place where a lead was found. */
export interface LeadSource {
  id: string;
  jobId: string | null;
  provider: string | null;
  term: string | null;
  region: string | null;
  foundAt: string;
}

/** Where and when a lead was found, oldest first. */
export async function findLeadSources(db: Db, id: string): Promise<LeadSource[]> {
  const row = await getLeadById(db, id);
  if (row === undefined) return [];
  const sources = await findSources(db, row.seq);
  return sources.map(({ id: sourceId, jobId, provider, term, region, foundAt }) => ({
    id: sourceId,
    jobId,
    provider,
    term,
    region,
    foundAt: isoTime(foundAt),
  }));
}
