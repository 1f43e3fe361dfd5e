import type { Db } from "~db/client";
import { findSources, getLeadById } from "~db/queries/leads";
import type { LeadRow, LeadSourceRow } from "~db/schema";
import { isoTime } from "../format/iso-time";
import { findLeadEvidence } from "./evidence/lead-evidence.server";
import { findLeadEvents, toWholeLead } from "./lead-json.server";

/** Changes with every change of the lead (RFC 9110). */
export function entityTag(row: LeadRow): string {
  return `"${row.id}-${row.version}"`;
}

export async function getLeadWithEvents(db: Db, id: string) {
  const row = await getLeadById(db, id);
  if (row === undefined) return undefined;
  const [lead, events, sources, evidence] = await Promise.all([
    toWholeLead(db, row),
    findLeadEvents(db, row.seq),
    findSources(db, row.seq),
    findLeadEvidence(db, row),
  ]);
  const whole = { ...lead, events, sources: sources.map(toLeadSource), evidence };
  return { lead: whole, row, etag: entityTag(row) };
}

export type LeadSource = ReturnType<typeof toLeadSource>;

function toLeadSource({ id, jobId, sourceType, provider, term, region, foundAt }: LeadSourceRow) {
  return { id, jobId, sourceType, provider, term, region, foundAt: isoTime(foundAt) };
}
