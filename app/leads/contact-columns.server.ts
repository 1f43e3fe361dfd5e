import { parseList } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import type { Contact } from "../providers/email-finder";
import { CONTACT_FIELDS } from "./lead";

/** Whether a lead may be given a contact person: it has none, and no person said that it shall have none. */
export function lacksContact(lead: LeadRow): boolean {
  const edited = new Set(parseList(lead.editedFields));
  return CONTACT_FIELDS.every((field) => lead[field] === null && !edited.has(field));
}

export function contactColumns(contact: Contact | null) {
  const named = contact === null || contact.name === null ? null : contact;
  return {
    contactName: named?.name ?? null,
    contactTitle: named?.title ?? null,
    contactProfileUrl: named?.profileUrl ?? null,
  };
}
