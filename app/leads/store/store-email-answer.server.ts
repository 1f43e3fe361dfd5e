import type { Db } from "~db/client";
import type { LeadRow } from "~db/schema";
import type { Contact } from "../../providers/email-finder";
import { contactColumns } from "../contact-columns.server";
import { type FactsFinding, storeFacts } from "./store-facts.server";

export interface LeadAnswer {
  /** Deliverable addresses, the one to write to first. */
  emails: readonly string[];
  contact: Contact | null;
}

/**
 * Stores what an email finder said of a lead: an address that is there stays the first, one that a person removed stays
 * away, and a contact person is taken whole and only where there is none.
 */
export async function storeEmailAnswer(
  trx: Db,
  lead: LeadRow,
  { emails, contact }: LeadAnswer,
  finding: Omit<FactsFinding, "source">,
): Promise<void> {
  const { contactName, contactTitle, contactProfileUrl } = contactColumns(contact);
  const facts = [
    ...emails.map((value) => ({ field: "email", value }) as const),
    { field: "contactName", value: contactName } as const,
    { field: "contactTitle", value: contactTitle } as const,
    { field: "contactProfileUrl", value: contactProfileUrl } as const,
  ];
  await storeFacts(trx, lead, facts, { ...finding, source: "email-finder" });
}
