import type { Db } from "~db/client";
import { getKeptLead } from "~db/queries/deleted-leads";
import { findSources, getLeadById } from "~db/queries/leads";
import { findMergedInto } from "~db/queries/merged-leads";
import { toDoNotContact } from "~db/queries/objections";
import type { LeadRow, LeadSourceRow } from "~db/schema";
import { isoTime } from "../format/iso-time";
import { displayDomain } from "../reading/companies/domain-key.server";
import { conflict, notFound, Refusal } from "../refusal";
import { findLeadEvidence } from "./evidence/lead-evidence.server";
import { findLeadEvents, toLead, toWholeLead } from "./lead-json.server";
import type { Lead } from "./lead-schema";

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

/** A lead that must not be contacted. */
export async function findBlockedLead(db: Db, id: string): Promise<Lead | undefined> {
  const kept = await getKeptLead(db, id);
  if (kept === undefined) return undefined;
  return { ...toLead(kept.row, kept.tags), doNotContact: toDoNotContact(kept.objection) };
}

/** Why a lead's id leads to nothing: 409 for a lead that must not be contacted, else 404, of a merged one with `leadId`. */
export async function missingLead(db: Db, id: string, message?: string): Promise<Refusal> {
  const into = await findMergedInto(db, id);
  if (into?.isInTrash === 0) {
    const sentence = `Dieser Lead ist mit ${displayDomain(into.domain)} zusammengeführt.`;
    return new Refusal(404, sentence, { leadId: into.id });
  }
  const { companyName, domain, doNotContact } = (await findBlockedLead(db, id)) ?? {};
  if (!doNotContact) return notFound(message);
  return conflict(
    `${companyName ?? domain} soll nicht mehr kontaktiert werden: ${doNotContact.reason}. Die Sperrliste nimmt das zurück.`,
  );
}

export type LeadSource = ReturnType<typeof toLeadSource>;

function toLeadSource({ id, jobId, sourceType, provider, term, region, foundAt }: LeadSourceRow) {
  return { id, jobId, sourceType, provider, term, region, foundAt: isoTime(foundAt) };
}
