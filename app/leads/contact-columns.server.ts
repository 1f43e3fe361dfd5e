import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { type LeadChange, NOBODY, parseContacts, parseList } from "~db/queries/leads";
import type { LeadContact, LeadRow } from "~db/schema";
import type { Contact } from "../providers/email-finder";
import { CONTACT_FIELDS, PERSON_PARTS } from "./lead";
import { findLeadEvents } from "./lead-json.server";

export const MAX_PERSONS = 20;

/** Ignores spelling, titles and „Herr“ or „Frau“. */
export const personKey = ({ name }: Pick<LeadContact, "name">) =>
  foldText(name ?? "").replace(/^(?:(?:herrn?|frau|prof|dr|dipl\S*)\.? +)+/, "");

export function toPersons(contact: Contact | null): LeadContact[] {
  return contact?.name ? [{ ...NOBODY, ...contact }] : [];
}

/** A list that a user emptied stays empty. A person without a name joins only an empty list. */
export function joinPersons(
  lead: Pick<LeadRow, "contacts" | "editedFields">,
  found: readonly LeadContact[],
): LeadChange {
  const known = parseContacts(lead.contacts);
  const edited = parseList(lead.editedFields);
  const isEmptied = known.length === 0 && CONTACT_FIELDS.some((field) => edited.includes(field));
  const all = [...known];
  for (const one of isEmptied ? [] : found) {
    const at = all.findIndex((other) => personKey(other) === personKey(one));
    const { [at]: old = NOBODY } = all;
    const missing = PERSON_PARTS.filter((part) => old[part] === null && one[part] !== null);
    const joint = { ...old, ...Object.fromEntries(missing.map((part) => [part, one[part]])) };
    if (at >= 0 && one.name !== null) all[at] = joint;
    else if (all.length < (one.name === null ? 1 : MAX_PERSONS)) all.push(joint);
  }
  const contacts = JSON.stringify(all);
  if (contacts === JSON.stringify(known)) return {};
  return { contacts, ...contactColumns(all[0] ?? null) };
}

/** Drops persons and details that a user removed from the lead. */
export async function withoutRemoved(
  db: Db,
  { seq, editedFields }: LeadRow,
  found: readonly LeadContact[],
): Promise<LeadContact[]> {
  if (found.length === 0 || !parseList(editedFields).includes("contacts")) return [...found];
  const gone = new Set<string>();
  const keyOf = (one: LeadContact, part: string) => `${personKey(one)} ${part}`;
  const partsOf = (persons: unknown) =>
    parseContacts(JSON.stringify(persons)).flatMap((one) =>
      PERSON_PARTS.flatMap((part) => (one[part] === null ? [] : keyOf(one, part))),
    );
  for (const { jobId, changes } of (await findLeadEvents(db, seq)).toReversed()) {
    if (jobId !== null || changes.contacts === undefined) continue;
    for (const part of partsOf(changes.contacts.from)) gone.add(part);
    for (const part of partsOf(changes.contacts.to)) gone.delete(part);
  }
  const kept = found.filter((one) => !gone.has(keyOf(one, "name")));
  return kept.map((one) => {
    const parts = PERSON_PARTS.filter((part) => gone.has(keyOf(one, part)));
    return { ...one, ...Object.fromEntries(parts.map((part) => [part, null])) };
  });
}

export function contactColumns(contact: Contact | null) {
  const named = contact === null || contact.name === null ? null : contact;
  return {
    contactName: named?.name ?? null,
    contactTitle: named?.title ?? null,
    contactProfileUrl: named?.profileUrl ?? null,
  };
}
