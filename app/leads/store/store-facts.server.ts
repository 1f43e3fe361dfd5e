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
import { type Author, changesOf, recordEvent } from "./change-lead.server";
import { fillChange } from "./fill-lead.server";

interface FactsFinding extends Author {
  jobId: string;
  /** „imprint“ for the company's own pages, unless a fact names its page. */
  source: "imprint" | "email-finder";
  provider?: string | null;
}

const isOfPlace = ({ field }: Fact) => ADDRESS_FIELDS.some((part) => part === field);

function storedFacts(facts: readonly Fact[]): Fact[] {
  const told = facts.flatMap((fact): Fact[] => {
    if (fact.field !== "phone") return fact.value === null || fact.value === "" ? [] : [fact];
    return findPhoneNumbers(String(fact.value)).map(({ stored }) => ({ ...fact, value: stored }));
  });
  const page = told.find(isOfPlace);
  if (page === undefined) return told;
  const factOf = (field: Fact["field"]) =>
    told.find((one) => one.field === field && one.url === page.url);
  const said = (field: Fact["field"]) => {
    const value = factOf(field)?.value;
    return typeof value === "string" ? value : null;
  };
  const place = { street: said("street"), postalCode: said("postalCode"), city: said("city") };
  const address = addressLine(place);
  if (address !== null) told.push({ ...page, field: "address", value: address });
  const state = federalStateOf({ ...place, country: said("country") });
  const line = factOf("postalCode") ?? page;
  if (state !== null) told.push({ ...line, field: "federalState", value: state });
  return told;
}

/** Keeps all facts as evidence. Runs in the caller's transaction. The best of several facts comes first. */
export async function storeFacts(
  trx: Db,
  lead: LeadRow,
  facts: readonly Fact[],
  { source, provider = null, ...finding }: FactsFinding,
  persons: readonly LeadContact[] = [],
): Promise<LeadRow> {
  const told = storedFacts(facts);
  const { jobId, now: foundAt } = finding;
  const origin = { source, provider, jobId, foundAt };
  await keepFacts(trx, lead.seq, told, origin);
  const place = told.find(isOfPlace);
  const best = told.filter((fact) => !isOfPlace(fact) || fact.url === place?.url).toReversed();
  const values = Object.fromEntries(best.map(({ field, value }) => [field, value]));
  const allOf = (name: string) => [
    ...new Set(told.filter(({ field }) => field === name).map(({ value }) => String(value))),
  ];
  const about = { isNameGuessed: false, persons: await withoutRemoved(trx, lead, persons) };
  const found = { values, ...about, emails: allOf("email"), phones: allOf("phone") };
  const change = fillChange(lead, found, { rename: true, addEmails: true });
  const changes = changesOf(change, lead);
  if (Object.keys(changes).length === 0) return lead;
  const kind = changes.emails ? "email_found" : source === "imprint" ? "enriched" : "updated";
  const next = await updateLead(trx, lead, change, foundAt);
  await recordEvent(trx, lead, kind, changes, finding);
  const known = new Set(told.map(({ field }) => field));
  const lists = changedFacts(changes).filter(({ field }) => !known.has(field));
  await keepFacts(
    trx,
    lead.seq,
    lists.map((fact) => ({ ...told[0], quote: null, ...fact })),
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
