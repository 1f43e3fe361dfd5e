import type { Db } from "~db/client";
import { storedPhones } from "~db/phone-number";
import {
  contactKeys,
  emailKey,
  findBlockedContacts,
  findBlockedDomains,
  phoneKey,
} from "~db/queries/blocked-domains";
import type { LeadContact } from "~db/schema";
import type { FoundCompany } from "../../providers/company-search";
import { toPersons } from "../contact-columns.server";
import type { Fact } from "../lead-schema";

function keysOf({ phone, phoneCountry, contact, listed }: FoundCompany): string[] {
  return contactKeys({
    emails: listed?.emails ?? [],
    phones: storedPhones(phone, phoneCountry),
    persons: [...toPersons(contact), ...(listed?.persons ?? [])],
  });
}

/** Companies of which the domain, an address or a number is blocked. */
export async function findBlockedCompanies(
  db: Db,
  found: readonly { company: FoundCompany; domain: string }[],
): Promise<Set<FoundCompany>> {
  const entries = found.map((entry) => ({ ...entry, keys: keysOf(entry.company) }));
  const domains = await findBlockedDomains(
    db,
    entries.map(({ domain }) => domain),
  );
  const contacts = await findBlockedContacts(
    db,
    entries.flatMap(({ keys }) => keys),
  );
  const blocked = entries.filter(
    ({ domain, keys }) => domains.has(domain) || keys.some((key) => contacts.has(key)),
  );
  return new Set(blocked.map(({ company }) => company));
}

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
  const keys = [...facts.map(keyOf), ...contactKeys({ emails: [], phones: [], persons })];
  const blocked = await findBlockedContacts(
    db,
    keys.filter((key) => key !== ""),
  );
  const free = <T extends string | null>(value: T, key: string) =>
    blocked.has(key) ? null : value;
  return {
    facts: facts.filter((fact) => !blocked.has(keyOf(fact))),
    persons: persons.map((one) => ({
      ...one,
      email: free(one.email, emailKey(one.email)),
      phone: free(one.phone, phoneKey(one.phone)),
    })),
  };
}
