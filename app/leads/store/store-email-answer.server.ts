import type { Db } from "~db/client";
import { type LeadChange, parseList, updateLead } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import type { Contact } from "../../providers/email-finder";
import { contactColumns, lacksContact } from "../contact-columns.server";
import { changesOf, recordEvent } from "./change-lead.server";
import { addedEmails, type Finding } from "./store-companies.server";

export interface LeadAnswer {
  /** Deliverable addresses, the one to write to first. */
  emails: readonly string[];
  contact: Contact | null;
}

/** The first address where there is none; others stand behind those that are there. */
function emailChange(lead: LeadRow, emails: readonly string[]): LeadChange {
  const [best] = emails;
  const edited = parseList(lead.editedFields);
  if (best === undefined || edited.includes("emails")) return {};
  if (lead.email !== null) return addedEmails(lead, emails);
  if (edited.includes("email")) return {};
  const all = new Set([...emails, ...parseList(lead.emails)]);
  return { email: best, emails: JSON.stringify([...all]) };
}

function contactChange(lead: LeadRow, contact: Contact | null): LeadChange {
  return contact === null || contact.name === null || !lacksContact(lead)
    ? {}
    : contactColumns(contact);
}

/**
 * Stores what an email finder said of a lead: an address that is there stays the first, one that a person removed stays
 * away, and a contact person is taken whole and only where there is none.
 */
export async function storeEmailAnswer(
  trx: Db,
  lead: LeadRow,
  { emails, contact }: LeadAnswer,
  finding: Pick<Finding, "jobId" | "actor" | "now">,
): Promise<void> {
  const foundEmails = emailChange(lead, emails);
  const change: LeadChange = { ...foundEmails, ...contactChange(lead, contact) };
  if (Object.keys(change).length === 0) return;
  await updateLead(trx, lead, change, finding.now);
  const kind = Object.keys(foundEmails).length > 0 ? "email_found" : "updated";
  await recordEvent(trx, lead, kind, changesOf(change, lead), finding);
}
