import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { countryOfPlace, outlineOf, statesAround } from "~db/country-of-place";
import { labelKey } from "~db/fold";
import { townOfCode } from "~db/german-places";
import { storedPhones } from "~db/phone-number";
import { saveNoteText } from "~db/queries/lead-notes";
import {
  addEvents,
  addSources,
  findLeadsByDomain,
  findTags,
  hasEmailOf,
  insertLeads,
  setTags,
  spellTags,
  updateLead,
} from "~db/queries/leads";
import type { LeadContact, LeadRow, SkipReason, SourceType } from "~db/schema";
import { perPlainText } from "~db/schema/lead-fields";
import { type FoundCompany, foundCompany, ListedDetails } from "../../providers/company-search";
import { websiteAddress } from "../../reading/companies/domain-key.server";
import { parseAddressLine } from "../../reading/places/address-line";
import { parseCountry } from "../../reading/places/country";
import { federalStateOf } from "../../reading/places/federal-state-of.server";
import { parseFederalState } from "../../reading/places/parse-federal-state";
import { contactColumns, toPersons, withoutRemoved } from "../contact-columns.server";
import { changedFacts, keepFacts, toFacts } from "../evidence/lead-evidence.server";
import { FILLABLE_FIELDS } from "../lead";
import { type Fact, groupOf } from "../lead-schema";
import outlines from "../map/outlines.json";
import { project } from "../map/projection";
import { uniqueTags } from "../tag";
import { changesOf } from "./change-lead.server";
import { type Fillable, type Found, fillChange, holds } from "./fill-lead.server";
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

const personsOf = ({ contact, listed }: FoundCompany) => [
  ...toPersons(contact),
  ...(listed?.persons ?? []),
];

const STATES = outlines.map(({ name, path }) => outlineOf(name, path));

/** Reads address parts from a one-line address, and country and federal state from the coordinates. */
export function locationOf(company: FoundCompany) {
  const { address, street, postalCode, city, latitude, longitude } = company;
  const isInLine = address !== null && (street ?? postalCode ?? city) === null;
  const { region = null, ...line } = isInLine ? parseAddressLine(address) : {};
  const parts = { street, postalCode, city, country: null, ...line };
  const named = parseCountry(company.country ?? "") ?? parts.country;
  const federalState = company.federalState ?? region;
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  const around = place === null ? [] : statesAround(STATES, project(place));
  const country = named ?? (place && countryOfPlace(place, { ...company, ...line }, around));
  if (place !== null && country !== "DE") return { ...parts, country, federalState: null };
  const town = place && parts.postalCode ? townOfCode(parts.postalCode, place) : undefined;
  const known = { ...parts, country, city: parts.city ?? town ?? null };
  // Postal codes in foreign lists may not be German.
  const isElsewhere = country === null && company.phoneCountry !== "DE";
  if (isElsewhere) return { ...known, federalState: parseFederalState(federalState ?? "") };
  const state = new Set(around).size === 1 ? (around[0] ?? null) : null;
  return { ...known, federalState: federalStateOf({ ...known, federalState }) ?? state };
}

function foundOf(company: FoundCompany) {
  const { name, listed } = company;
  const persons = personsOf(company);
  const phones = storedPhones(company.phone, company.phoneCountry);
  const values = {
    companyName: name,
    website: company.website === null ? null : websiteAddress(company.website),
    email: listed?.emails[0] ?? null,
    phone: phones[0] ?? null,
    address: company.address,
    ...locationOf(company),
    latitude: company.latitude,
    longitude: company.longitude,
    ...contactColumns(persons[0] ?? null),
    companyType: listed?.companyType ?? null,
    salesScore: listed?.salesScore ?? null,
    salesReason: listed?.salesReason ?? null,
    ...perPlainText((name) => listed?.texts[name] ?? null),
    notes: listed?.notes ?? null,
  };
  const isNameGuessed = name !== null && company.isNameGuessed;
  return { values, isNameGuessed, persons, emails: listed?.emails ?? [], phones };
}

/** New leads start from this, and are filled like known ones. */
const BLANK: Fillable = { emails: "[]", phones: "[]", contacts: "[]", editedFields: "[]" };

function newLead(domain: string, company: FoundCompany, finding: Finding) {
  const { now: createdAt, sourceType } = finding;
  const listed = company.listed ?? new ListedDetails();
  const { change, tags } = fillOf(BLANK, company, personsOf(company), [], sourceType);
  const lead = Object.assign({ emails: "[]", phones: "[]" }, change, {
    id: uuid(),
    domain,
    topics: JSON.stringify(listed.topics),
    status: listed.status ?? "neu",
    approved: listed.isApproved ? (1 as const) : (0 as const),
    approvedAt: listed.isApproved ? createdAt : null,
    sourceType,
    sourceTerm: listed.sourceTerm ?? finding.term,
    createdAt,
    updatedAt: createdAt,
  });
  return { lead, tags: tags ?? [] };
}

/**
 * Inserts new leads, fills known ones, and adds a source to each. Runs in the caller's transaction.
 * @param seen domains that this job has already met; grows
 * @param room how many more results may have a lead
 * @param isForNew known leads don't count against `room`
 */
export async function storeCompanies(
  trx: Db,
  companies: readonly FoundCompany[],
  finding: Finding,
  seen: Set<string>,
  room: number,
  isForNew = false,
): Promise<StoredCompany[]> {
  const { now: at, actor, jobId, provider, region, sourceType } = finding;
  const selected = await selectCompanies(trx, companies, seen, room, sourceType, isForNew);
  const wanted = selected.flatMap(({ company, domain, skipReason }) =>
    domain !== null && skipReason === null ? [{ company, domain }] : [],
  );
  // A duplicate row of a list fills empty fields; other sources' duplicates only add persons.
  const duplicates = selected.flatMap(({ company, domain, skipReason }) => {
    if (domain === null || skipReason !== "duplicate") return [];
    const persons = personsOf(company);
    const isEmpty = company.listed === null && persons.length === 0;
    const found = company.listed ? company : foundCompany({ payload: {} }, { persons });
    return isEmpty ? [] : [{ company: found, domain }];
  });
  const known = await findLeadsByDomain(
    trx,
    [...wanted, ...duplicates].map(({ domain }) => domain),
  );
  const fresh = wanted.filter(({ domain }) => !known.has(domain));
  const inserted = await insertLeads(
    trx,
    fresh.map(({ company, domain }) => newLead(domain, company, finding)),
    finding.actor,
  );
  const leads = new Map(inserted.map((lead) => [lead.domain, lead]));
  const filled: { leadSeq: number; changes: string }[] = [];
  const refound = wanted.filter(({ domain }) => known.has(domain));
  const found = new Set(refound.map(({ company }) => company));
  const keep = ({ seq }: LeadRow, { payload }: FoundCompany, facts: readonly Fact[]) => {
    const url = PAGES[sourceType]?.safeParse(payload).data ?? null;
    const kept = facts.flatMap((fact) => (fact.value === null ? [] : { ...fact, url }));
    return keepFacts(trx, seq, kept, { source: sourceType, provider, jobId, foundAt: at });
  };
  for (const { company, domain } of fresh) {
    const lead = leads.get(domain);
    if (lead !== undefined) await keep(lead, company, toFacts(lead));
  }
  for (const { company, domain } of [...refound, ...duplicates]) {
    const before = leads.get(domain) ?? known.get(domain);
    if (before === undefined) continue;
    const isFurther = sourceType === "import" && !found.has(company);
    const had = known.get(domain)?.email ?? null;
    const addsEmails = isFurther && (had === null || (await hasEmailOf(trx, before.seq, jobId)));
    const { lead, changes, lost } = await fillLead(trx, before, company, finding, addsEmails);
    leads.set(domain, lead);
    await keep(lead, company, changedFacts(changes));
    await keep(lead, company, lost);
    const hasEvent = found.has(company) || Object.keys(changes).length > 0;
    if (hasEvent) filled.push({ leadSeq: lead.seq, changes: JSON.stringify(changes) });
  }
  const sources = wanted.flatMap(({ company: { listed, payload }, domain }) => {
    const leadSeq = leads.get(domain)?.seq;
    if (leadSeq === undefined) return [];
    const term = listed?.sourceTerm ?? finding.term;
    const source = { id: uuid(), leadSeq, jobId, sourceType, provider, term, region };
    return { ...source, payload: JSON.stringify(payload), foundAt: at };
  });
  await addSources(trx, sources);
  const created = inserted.map(({ seq }) => ({ leadSeq: seq, changes: "{}" }));
  await addEvents(trx, { at, actor, jobId, kind: "created" }, created);
  await addEvents(trx, { at, actor, jobId, kind: "found_again" }, filled);
  return selected.map(({ found: domain, ...entry }) => {
    const lead = (entry.skipReason === null && leads.get(entry.domain ?? "")) || null;
    return { ...entry, domain, lead, isNew: lead !== null && !known.has(lead.domain) };
  });
}

/** The page that proves a finding; a team's own list has none. */
const PAGES: Partial<Record<SourceType, z.ZodType<string>>> = {
  maps: z.object({ googleMapsUri: z.string() }).transform(({ googleMapsUri }) => googleMapsUri),
  osm: z
    .object({ type: z.string(), id: z.number() })
    .transform(({ type, id }) => `https://www.openstreetmap.org/${type}/${id}`),
  serp: z.object({ link: z.string() }).transform(({ link }) => link),
  profiles: z.object({ profileUrl: z.string() }).transform(({ profileUrl }) => profileUrl),
};

const hasTags = ({ listed }: FoundCompany) =>
  listed !== null && listed.tags.length + listed.tagsForAll.length > 0;

function fillOf(
  lead: Fillable,
  company: FoundCompany,
  persons: readonly LeadContact[],
  tags: readonly string[],
  sourceType: SourceType,
  addsEmails = false,
) {
  const found = foundOf(company);
  // Undo only reverts fields that an import filled, so imports never rename. Profiles add persons' addresses.
  const addEmails = addsEmails || sourceType === "profiles";
  const may = { rename: sourceType !== "import", addEmails };
  // Also of persons whom somebody removed; an address without a name is the company's.
  const isOther = (email: string) =>
    personsOf(company).every(({ name, email: own }) => name === null || own !== email);
  const emails = addsEmails && lead.email ? found.emails.filter(isOther) : found.emails;
  const change = fillChange(lead, { ...found, persons, emails }, may);
  const listed = company.listed ?? new ListedDetails();
  if (!lead.owner && listed.owner) change.owner = listed.owner;
  if (!lead.followUpAt && listed.followUpAt) change.followUpAt = listed.followUpAt;
  const to = uniqueTags([...(tags.length === 0 ? listed.tags : tags), ...listed.tagsForAll]);
  return { found, change, tags: to.length === tags.length ? null : to };
}

/** @param addsEmails the company is a further row of a list, which gave the lead its main address */
async function fillLead(
  trx: Db,
  before: LeadRow,
  company: FoundCompany,
  finding: Finding,
  addsEmails: boolean,
) {
  const from = hasTags(company) ? ((await findTags(trx, [before.seq])).get(before.seq) ?? []) : [];
  const persons = await withoutRemoved(trx, before, personsOf(company));
  const { sourceType } = finding;
  const { found, change, tags } = fillOf(before, company, persons, from, sourceType, addsEmails);
  const to = hasTags(company) && tags !== null ? await spellTags(trx, tags) : null;
  if (to !== null) await setTags(trx, new Map([[before.seq, to]]));
  const isFilled = Object.keys(change).length > 0 || to !== null;
  const lead = isFilled ? await updateLead(trx, before, change, finding.now) : before;
  const changes = changesOf(change, before);
  const { now: at, actor } = finding;
  if (change.notes) await saveNoteText(trx, lead, change.notes, { at, actor });
  if (to !== null) changes.tags = { from, to };
  return { lead, changes, lost: losingFacts(lead, found) };
}

export async function previewLeads(
  db: Db,
  rows: readonly { company: FoundCompany; domain: string; duplicates: readonly FoundCompany[] }[],
  sourceType: SourceType,
) {
  const domains = rows.map(({ domain }) => domain);
  const known = await findLeadsByDomain(db, domains);
  const tagsOf = await findTags(
    db,
    [...known.values()].map(({ seq }) => seq),
  );
  const leads = await Promise.all(
    rows.map(async ({ company, domain, duplicates }) => {
      const before = known.get(domain);
      let lead: Fillable = before ?? BLANK;
      let tags = tagsOf.get(before?.seq ?? 0) ?? [];
      const filled = new Set<string>();
      const kept = new Set<string>();
      for (const one of [company, ...duplicates]) {
        const found = personsOf(one);
        const persons = before === undefined ? found : await withoutRemoved(db, before, found);
        const addsEmails = one !== company && !before?.email;
        const of = [persons, tags, sourceType, addsEmails] as const;
        const { change, tags: changed, ...fill } = fillOf(lead, one, ...of);
        lead = { ...lead, ...change };
        tags = changed ?? tags;
        if (before === undefined) continue;
        for (const field of Object.keys(changesOf(change, before))) filled.add(field);
        if (changed !== null) filled.add("tags");
        for (const { field } of losingFacts({ ...before, ...lead }, fill.found)) kept.add(field);
      }
      return { lead, tags, filled: [...filled], kept: [...kept] };
    }),
  );
  const all = await spellTags(
    db,
    leads.flatMap(({ tags }) => tags),
  );
  const spellings = new Map(all.map((tag) => [labelKey(tag), tag]));
  return leads.map(({ tags, ...shown }) => {
    const keys = tags.map(labelKey).sort();
    return { ...shown, tags: keys.map((key) => spellings.get(key) ?? key) };
  });
}

/** Found values that the lead did not take. An address or a person counts as a whole. */
function losingFacts(lead: LeadRow, { values, isNameGuessed, emails, phones }: Found): Fact[] {
  const fields = FILLABLE_FIELDS.filter((field) => !(field === "companyName" && isNameGuessed));
  const facts = [
    ...fields.map((field) => ({ field, value: values[field] ?? null })),
    ...emails.slice(1).map((value) => ({ field: "email", value }) as const),
    ...phones.slice(1).map((value) => ({ field: "phone", value }) as const),
  ].filter(({ value }) => value !== null);
  const lost = new Set<string>();
  for (const fact of facts) {
    const isPoint = fact.field === "latitude" || fact.field === "longitude";
    if (isPoint || lost.has(fact.field) || holds(lead, fact)) continue;
    for (const field of groupOf(fact.field)) lost.add(field);
  }
  return facts.filter(({ field }) => lost.has(field));
}
