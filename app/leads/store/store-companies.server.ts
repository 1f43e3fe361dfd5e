import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { findPhoneNumbers } from "~db/phone-number";
import {
  addEvents,
  addSources,
  findLeadsByDomain,
  findTags,
  insertLeads,
  type LeadChange,
  type LeadInsert,
  parseList,
  setTags,
  spellTags,
  updateLead,
} from "~db/queries/leads";
import type { LeadRow, SkipReason, SourceType } from "~db/schema";
import type { FoundCompany } from "../../providers/company-search";
import { parseAddressLine } from "../../text/address-line";
import { parseCountry } from "../../text/country";
import { CONTACT_FIELDS, contactColumns, lacksContact } from "../contact-columns.server";
import { websiteAddress } from "../domain-key.server";
import { federalStateOf } from "../federal-state-of.server";
import { uniqueTags } from "../tag";
import { changesOf } from "./change-lead.server";
import { selectCompanies } from "./select-companies.server";

export interface Finding {
  jobId: string;
  actor: string;
  sourceType: SourceType;
  provider: string;
  term: string;
  region: string | null;
  now: number;
}

export interface StoredCompany {
  company: FoundCompany;
  domain: string | null;
  lead: LeadRow | null;
  isNew: boolean;
  skipReason: SkipReason | null;
}

const ADDRESS_FIELDS = [
  "address",
  "street",
  "postalCode",
  "city",
  "federalState",
  "country",
  "latitude",
  "longitude",
] as const;
/** Each of these is a part of an address that another address must not be mixed with. */
const ADDRESS_PARTS = ["address", "street", "postalCode", "city"] as const;
const LISTED_FIELDS = [
  "companyType",
  "salesScore",
  "salesReason",
  "offerPackage",
  "notes",
] as const;
/** Columns that a known lead gets filled where they are empty, and that an undone import empties again. */
export const FILLABLE_FIELDS = [
  "companyName",
  "website",
  "email",
  "phone",
  ...ADDRESS_FIELDS,
  ...CONTACT_FIELDS,
  ...LISTED_FIELDS,
] as const;

function contactOf({ contact, listed }: FoundCompany) {
  if (contact?.name) return contactColumns(contact);
  return {
    contactName: listed?.contactName ?? null,
    contactTitle: listed?.contactTitle ?? null,
    contactProfileUrl: null,
  };
}

/** Street and town as the source tells them, else as they stand in its one line. */
function whereaboutsOf({ address, street, postalCode, city, federalState, country }: FoundCompany) {
  const parts = { street, postalCode, city, federalState, country: parseCountry(country ?? "") };
  if (address === null || (street ?? postalCode ?? city) !== null) return parts;
  const { region, ...line } = parseAddressLine(address);
  return { ...line, federalState: federalState ?? region, country: parts.country ?? line.country };
}

/** Marks a name that was only guessed. */
const guessMark = ({ name, isNameGuessed }: FoundCompany) => ({
  nameGuessed: name !== null && isNameGuessed ? (1 as const) : null,
});

const phonesOf = ({ phone }: FoundCompany) =>
  findPhoneNumbers(phone ?? "").map(({ stored }) => stored);

function fillable(company: FoundCompany, phones: readonly string[]) {
  const { listed } = company;
  const whereabouts = whereaboutsOf(company);
  return {
    companyName: company.name,
    website: company.website === null ? null : websiteAddress(company.website),
    email: listed?.emails[0] ?? null,
    phone: phones[0] ?? null,
    address: company.address,
    ...whereabouts,
    federalState: federalStateOf(whereabouts),
    latitude: company.latitude,
    longitude: company.longitude,
    ...contactOf(company),
    companyType: listed?.companyType ?? null,
    salesScore: listed?.salesScore ?? null,
    salesReason: listed?.salesReason ?? null,
    offerPackage: listed?.offerPackage ?? null,
    notes: listed?.notes ?? null,
  };
}

/**
 * Addresses of a list stand behind those of a known lead, unless a person tends them. Those of people only: an import
 * that is undone takes back what it wrote, which would stay behind once another import has added to it.
 */
function furtherEmails(
  lead: LeadRow,
  { listed }: FoundCompany,
  sourceType: SourceType,
): LeadChange {
  const isOpen = lead.email !== null && !parseList(lead.editedFields).includes("emails");
  return sourceType === "profiles" && isOpen ? addedEmails(lead, listed?.emails ?? []) : {};
}

/** Emails behind those that are there, whatever their case. */
export function addedEmails(lead: LeadRow, emails: readonly string[]): LeadChange {
  const known = parseList(lead.emails);
  const kept = new Set([lead.email, ...known].map((email) => email?.toLowerCase()));
  const added = emails.filter((email) => !kept.has(email.toLowerCase()));
  return added.length === 0 ? {} : { emails: JSON.stringify([...known, ...added]) };
}

/** A name that a source gives takes the place of a guessed one; an import leaves it, which it could not take back. */
function betterName(
  lead: LeadRow,
  { name, isNameGuessed }: FoundCompany,
  sourceType: SourceType,
): LeadChange {
  if (name === null || isNameGuessed || sourceType === "import") return {};
  return renamed(lead, name);
}

/** Gives a lead another name where its own was only guessed, and by no person. */
export function renamed(lead: LeadRow, companyName: string): LeadChange {
  const isOpen = lead.nameGuessed === 1 && !parseList(lead.editedFields).includes("companyName");
  return isOpen && companyName !== lead.companyName ? { companyName, nameGuessed: null } : {};
}

/** The empty fields of a known lead that a new find fills. An address, and a found person, is taken whole or not at all. */
function fillChange(lead: LeadRow, company: FoundCompany, sourceType: SourceType): LeadChange {
  const phones = phonesOf(company);
  const values = fillable(company, phones);
  const edited = new Set(parseList(lead.editedFields));
  const hasAddress =
    ADDRESS_PARTS.some((field) => lead[field] !== null) ||
    ADDRESS_FIELDS.some((field) => edited.has(field));
  const hasContact = Boolean(company.contact?.name) && !lacksContact(lead);
  const kept = new Set<string>([
    ...(hasAddress ? ADDRESS_FIELDS : []),
    ...(hasContact ? CONTACT_FIELDS : []),
  ]);
  const filled = FILLABLE_FIELDS.filter(
    (field) =>
      values[field] !== null && lead[field] === null && !edited.has(field) && !kept.has(field),
  );
  const change: LeadChange = {
    ...Object.fromEntries(filled.map((field) => [field, values[field]])),
    ...(filled.includes("companyName")
      ? guessMark(company)
      : betterName(lead, company, sourceType)),
  };
  if (filled.includes("phone") && lead.phones === "[]" && !edited.has("phones")) {
    if (phones.length > 1) change.phones = JSON.stringify(phones.slice(1));
  }
  if (!filled.includes("email")) return { ...change, ...furtherEmails(lead, company, sourceType) };
  const emails = new Set([...(company.listed?.emails ?? []), ...parseList(lead.emails)]);
  return { ...change, emails: JSON.stringify([...emails]) };
}

function newLead(domain: string, company: FoundCompany, finding: Finding) {
  const { listed } = company;
  const phones = phonesOf(company);
  const isApproved = listed?.isApproved ?? false;
  const lead: LeadInsert = Object.assign(fillable(company, phones), guessMark(company), {
    id: uuid(),
    domain,
    emails: JSON.stringify(listed?.emails ?? []),
    phones: JSON.stringify(phones.slice(1)),
    topics: JSON.stringify(listed?.topics ?? []),
    status: listed?.status ?? "neu",
    approved: isApproved ? (1 as const) : (0 as const),
    approvedAt: isApproved ? finding.now : null,
    sourceType: finding.sourceType,
    sourceTerm: listed?.sourceTerm ?? finding.term,
    createdAt: finding.now,
    updatedAt: finding.now,
  });
  return { lead, tags: listed === null ? [] : uniqueTags([...listed.tags, ...listed.tagsForAll]) };
}

/**
 * Puts found companies into the store: each registrable domain once. A new domain becomes a lead; a known one is
 * filled where it is empty and gets one more source, and nothing that a person set is touched. One that lies in the
 * Papierkorb stays there, and a blocked one is left out. Which domains are known is read in one query before anything
 * is written. Runs inside the caller's transaction.
 *
 * @param seen domains that this job already met; the ones met here are added
 * @param room how many companies may still become results with a lead; the rest of the list is left unread
 */
export async function storeCompanies(
  trx: Db,
  companies: readonly FoundCompany[],
  finding: Finding,
  seen: Set<string>,
  room: number,
): Promise<StoredCompany[]> {
  const selected = await selectCompanies(trx, companies, seen, room, finding.sourceType);
  const wanted = selected.flatMap(({ company, domain, skipReason }) =>
    domain !== null && skipReason === null ? [{ company, domain }] : [],
  );
  const known = await findLeadsByDomain(
    trx,
    wanted.map(({ domain }) => domain),
  );
  const fresh = wanted.filter(({ domain }) => !known.has(domain));
  const made = await insertLeads(
    trx,
    fresh.map(({ company, domain }) => newLead(domain, company, finding)),
  );
  const leads = new Map(made.map((lead) => [lead.domain, lead]));
  const filled: { leadSeq: number; changes: string }[] = [];
  for (const { company, domain } of wanted) {
    const before = known.get(domain);
    if (before === undefined) continue;
    const { lead, changes } = await fillLead(trx, before, company, finding);
    leads.set(domain, lead);
    filled.push({ leadSeq: lead.seq, changes: JSON.stringify(changes) });
  }
  const sources = wanted.flatMap(({ company, domain }) => {
    const lead = leads.get(domain);
    return lead === undefined ? [] : sourceOf(lead, company, finding);
  });
  await addSources(trx, sources);
  const { now: at, actor, jobId } = finding;
  const created = made.map(({ seq }) => ({ leadSeq: seq, changes: "{}" }));
  await addEvents(trx, { at, actor, jobId, kind: "created" }, created);
  await addEvents(trx, { at, actor, jobId, kind: "found_again" }, filled);
  return selected.map((entry) => {
    const lead = (entry.skipReason === null && leads.get(entry.domain ?? "")) || null;
    return { ...entry, lead, isNew: lead !== null && !known.has(lead.domain) };
  });
}

async function fillLead(trx: Db, before: LeadRow, company: FoundCompany, finding: Finding) {
  const change = fillChange(before, company, finding.sourceType);
  const tags = await fillTags(trx, before, company);
  const isFilled = Object.keys(change).length > 0 || tags !== null;
  const lead = isFilled ? await updateLead(trx, before, change, finding.now) : before;
  const changes = changesOf(change, before);
  if (tags !== null) changes.tags = tags;
  return { lead, changes };
}

/**
 * Gives a known lead the tags of a list while it has none of its own, and those that all of the list get; answers what
 * changed, null for nothing.
 */
async function fillTags(trx: Db, { seq }: LeadRow, { listed }: FoundCompany) {
  if (listed === null || listed.tags.length + listed.tagsForAll.length === 0) return null;
  const from = (await findTags(trx, [seq])).get(seq) ?? [];
  const to = uniqueTags([...(from.length === 0 ? listed.tags : from), ...listed.tagsForAll]);
  if (to.length === from.length) return null;
  await setTags(trx, seq, to);
  return { from, to: await spellTags(trx, to) };
}

function sourceOf({ seq }: LeadRow, { listed, payload }: FoundCompany, finding: Finding) {
  const { jobId, sourceType, provider, region, now } = finding;
  return {
    id: uuid(),
    leadSeq: seq,
    jobId,
    sourceType,
    provider,
    term: listed?.sourceTerm ?? finding.term,
    region,
    payload: JSON.stringify(payload),
    foundAt: now,
  };
}
