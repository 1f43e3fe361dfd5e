import type { Db } from "~db/client";
import { findPhoneNumbers } from "~db/phone-number";
import { updateLead } from "~db/queries/leads";
import type { LeadContact, LeadRow } from "~db/schema";
import type { Contact } from "../../providers/email-finder";
import { addressLine } from "../../reading/places/address-line";
import { federalStateOf } from "../../reading/places/federal-state-of.server";
import { contactColumns, toPersons, withoutRemoved } from "../contact-columns.server";
import { changedFacts, keepFacts } from "../evidence/lead-evidence.server";
import { ADDRESS_FIELDS, CONTACT_FIELDS } from "../lead";
import type { Fact } from "../lead-schema";
import { withoutBlocked } from "./blocked-companies.server";
import { type Author, changesOf, recordEvent } from "./change-lead.server";
import { fillChange } from "./fill-lead.server";

interface FactsFinding extends Author {
  jobId: string;
  /** „imprint“ for the company's own pages, unless a fact names its page. */
  source: "imprint" | "email-finder";
  provider?: string | null;
}

const isAddress = ({ field }: Fact) => ADDRESS_FIELDS.some((part) => part === field);

function storedFacts(facts: readonly Fact[]): Fact[] {
  const kept = facts.flatMap((fact): Fact[] => {
    if (fact.field !== "phone") return fact.value === null || fact.value === "" ? [] : [fact];
    return findPhoneNumbers(String(fact.value)).map(({ stored }) => ({ ...fact, value: stored }));
  });
  const page = kept.find(isAddress);
  if (page === undefined) return kept;
  const factOf = (field: Fact["field"]) =>
    kept.find((one) => one.field === field && one.url === page.url);
  const text = (field: Fact["field"]) => {
    const value = factOf(field)?.value;
    return typeof value === "string" ? value : null;
  };
  const place = { street: text("street"), postalCode: text("postalCode"), city: text("city") };
  const address = addressLine(place);
  if (address !== null) kept.push({ ...page, field: "address", value: address });
  const state = federalStateOf({ ...place, country: text("country") });
  const line = factOf("postalCode") ?? page;
  if (state !== null) kept.push({ ...line, field: "federalState", value: state });
  return kept;
}

/** Fills the lead, and stores all facts (best first) as evidence. Runs in the caller's transaction. */
export async function storeFacts(
  trx: Db,
  lead: LeadRow,
  facts: readonly Fact[],
  { source, provider = null, ...finding }: FactsFinding,
  persons: readonly LeadContact[] = [],
): Promise<LeadRow> {
  const { facts: kept, persons: free } = await withoutBlocked(trx, storedFacts(facts), persons);
  const { jobId, now: foundAt } = finding;
  const origin = { source, provider, jobId, foundAt };
  await keepFacts(trx, lead.seq, kept, origin);
  const place = kept.find(isAddress);
  const best = kept.filter((fact) => !isAddress(fact) || fact.url === place?.url).toReversed();
  const values = Object.fromEntries(best.map(({ field, value }) => [field, value]));
  const allOf = (name: string) => [
    ...new Set(kept.filter(({ field }) => field === name).map(({ value }) => String(value))),
  ];
  const about = { isNameGuessed: false, persons: await withoutRemoved(trx, lead, free) };
  const found = { values, ...about, emails: allOf("email"), phones: allOf("phone") };
  const change = fillChange(lead, found, { rename: true, addEmails: true });
  const changes = changesOf(change, lead);
  if (Object.keys(changes).length === 0) return lead;
  const kind = changes.emails ? "email_found" : source === "imprint" ? "enriched" : "updated";
  const next = await updateLead(trx, lead, change, foundAt);
  await recordEvent(trx, lead, kind, changes, finding);
  const known = new Set(kept.map(({ field }) => field));
  const lists = changedFacts(changes).filter(({ field }) => !known.has(field));
  await keepFacts(
    trx,
    lead.seq,
    lists.map((fact) => ({ ...kept[0], quote: null, ...fact })),
    origin,
  );
  return next;
}

/** @param answer deliverable addresses, the main one first */
export async function storeEmailAnswer(
  trx: Db,
  lead: LeadRow,
  answer: { emails: readonly string[]; contact: Contact | null },
  finding: Omit<FactsFinding, "source">,
): Promise<void> {
  const columns = contactColumns(answer.contact);
  const persons = toPersons(answer.contact);
  const facts = [
    ...answer.emails.map((value) => ({ field: "email", value }) as const),
    ...CONTACT_FIELDS.map((field) => ({ field, value: columns[field] })),
  ];
  await storeFacts(trx, lead, facts, { ...finding, source: "email-finder" }, persons);
}
