import type { Db } from "~db/client";
import { parsePhoneNumber, storedPhones } from "~db/phone-number";
import { findBlockedDomains, findObjectingDomains } from "~db/queries/blocked-domains";
import { type Deletion, findDeletedContacts, restoreLeads } from "~db/queries/deleted-leads";
import { findKnownDomains } from "~db/queries/imports";
import {
  type Contacts,
  contactKeys,
  contactKeysOf,
  emailKey,
  findBlockedContacts,
  hasObjections,
  phoneKey,
} from "~db/queries/objections";
import type { LeadContact, LeadRow } from "~db/schema";
import type { FoundCompany } from "../../providers/company-search";
import { displayDomain, domainKey } from "../../reading/companies/domain-key.server";
import { invalid } from "../../refusal";
import { toPersons } from "../contact-columns.server";
import type { LeadPatch } from "../edit/lead-patch";
import type { Fact } from "../lead-schema";

/** Blocked addresses and numbers, and addresses at the domain of a company that must not be contacted. */
async function findBlockedKeys(db: Db, readKeys: () => string[]): Promise<Set<string>> {
  // Most stores have no objections, and reading the numbers of a list takes seconds.
  if (!(await hasObjections(db))) return new Set();
  const keys = readKeys();
  const domains = new Map(
    keys.flatMap((key) => {
      const owner = domainKey(key.includes("@") ? key : "");
      return owner.kind === "company" ? [[key, owner.domain] as const] : [];
    }),
  );
  const objecting = await findObjectingDomains(db, [...domains.values()]);
  const blocked = await findBlockedContacts(db, keys);
  return new Set(keys.filter((key) => blocked.has(key) || objecting.has(domains.get(key) ?? "")));
}

const phonesOf = ({ phone, phoneCountry }: FoundCompany) => storedPhones(phone, phoneCountry);

function keysOf(company: FoundCompany): string[] {
  const { contact, listed } = company;
  const persons = [...toPersons(contact), ...(listed?.persons ?? [])];
  return contactKeys(listed?.emails ?? [], phonesOf(company), persons);
}

/**
 * Companies of which the domain, an address or a number is blocked. Those whose lead is known get a copy without what
 * is blocked; the others null.
 */
export async function vetCompanies(
  db: Db,
  found: readonly { company: FoundCompany; domain: string }[],
): Promise<Map<FoundCompany, FoundCompany | null>> {
  const domains = found.map(({ domain }) => domain);
  const blocked = await findBlockedDomains(db, domains);
  const vetted = new Map<FoundCompany, FoundCompany | null>(
    found.flatMap(({ company, domain }) => (blocked.has(domain) ? [[company, null]] : [])),
  );
  const keys = await findBlockedKeys(db, () => found.flatMap(({ company }) => keysOf(company)));
  if (keys.size === 0) return vetted;
  const known = await findKnownDomains(db, domains);
  for (const { company, domain } of found) {
    if (vetted.has(company) || !keysOf(company).some((key) => keys.has(key))) continue;
    vetted.set(company, known.has(domain) ? withoutKeys(company, keys) : null);
  }
  return vetted;
}

function withoutKeys(company: FoundCompany, blocked: ReadonlySet<string>): FoundCompany {
  const { contact, listed } = company;
  const phones = phonesOf(company).filter((phone) => !blocked.has(phoneKey(phone)));
  const clean = cleanPerson(blocked);
  return {
    ...company,
    // The provider's record names them, too.
    payload: {},
    phone: phones.join("; ") || null,
    contact: contact && { ...contact, ...clean({ email: null, phone: null, ...contact }) },
    listed: listed && {
      ...listed,
      emails: listed.emails.filter((email) => !blocked.has(emailKey(email))),
      persons: listed.persons.map(clean),
    },
  };
}

const cleanPerson =
  (blocked: ReadonlySet<string>) =>
  <P extends Pick<LeadContact, "email" | "phone">>(person: P): P => ({
    ...person,
    email: blocked.has(emailKey(person.email)) ? null : person.email,
    phone: blocked.has(phoneKey(person.phone)) ? null : person.phone,
  });

function keyOf({ field, value }: Fact): string {
  if (field === "email") return emailKey(String(value));
  return field === "phone" ? phoneKey(String(value)) : "";
}

/** Leaves out blocked addresses and numbers, which a finding may hold beside usable ones. */
export async function withoutBlocked(
  db: Db,
  facts: readonly Fact[],
  persons: readonly LeadContact[],
): Promise<{ facts: Fact[]; persons: LeadContact[] }> {
  const blocked = await findBlockedKeys(db, () =>
    [...facts.map(keyOf), ...contactKeys([], [], persons)].filter((key) => key !== ""),
  );
  return {
    facts: facts.filter((fact) => !blocked.has(keyOf(fact))),
    persons: persons.map(cleanPerson(blocked)),
  };
}

/** An address or number that a change would add although it is blocked. */
export async function findAddedBlock(
  db: Db,
  before: Contacts,
  after: Contacts,
): Promise<string | undefined> {
  const [key] = await findBlockedKeys(db, () => {
    const known = new Set(contactKeysOf(before));
    return contactKeysOf(after).filter((one) => !known.has(one));
  });
  return key;
}

export const displayBlocked = (key: string) =>
  key.startsWith("+") ? parsePhoneNumber(key).display : key;

/** What keeps leads in the trash, by their number: a blocked domain, address or phone number. */
export async function findBlockedDeleted(
  db: Db,
  seqs: readonly number[],
): Promise<Map<number, string>> {
  const leads = await findDeletedContacts(db, seqs);
  if (leads.length === 0) return new Map();
  const domains = await findBlockedDomains(
    db,
    leads.map(({ domain }) => domain),
  );
  const keys = await findBlockedKeys(db, () => leads.flatMap(contactKeysOf));
  const blocked = new Map<number, string>();
  for (const lead of leads) {
    const key = keys.size > 0 ? contactKeysOf(lead).find((one) => keys.has(one)) : undefined;
    if (domains.has(lead.domain)) blocked.set(lead.seq, displayDomain(lead.domain));
    else if (key !== undefined) blocked.set(lead.seq, displayBlocked(key));
  }
  return blocked;
}

/** Leads of which something is blocked stay in the trash. Runs in the caller's transaction. */
export async function restoreUnblocked(
  trx: Db,
  seqs: readonly number[],
  by: Omit<Deletion, "id">,
  deletionId?: string,
): Promise<number[]> {
  const blocked = await findBlockedDeleted(trx, seqs);
  const free = seqs.filter((seq) => !blocked.has(seq));
  return restoreLeads(trx, free, by, deletionId);
}

/** @throws Refusal 422 if a change adds a blocked address or number */
export async function refuseBlocked(
  db: Db,
  before: LeadRow,
  after: LeadRow,
  patch: LeadPatch = {},
): Promise<void> {
  const key = await findAddedBlock(db, before, after);
  if (key === undefined) return;
  const isPersons = !contactKeysOf({ ...after, contacts: "[]" }).includes(key);
  const main = key.includes("@") ? "email" : "phone";
  const field = main in patch ? main : `${main}s`;
  throw invalid(
    isPersons ? "contacts" : field,
    `${key} steht auf der Sperrliste und wird nicht gespeichert.`,
  );
}
