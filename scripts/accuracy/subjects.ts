import { z } from "zod";
import { searchDocument } from "../../db/search/search-document";
import { matchesDocument, parseSearch } from "../../db/search/search-query";
import { FEW_HITS, mostSimilar } from "../../db/search/similar-text";
/**
 * The pure functions that decide what is true of a company, under the names and shapes that programs outside measure
 * them by. Each only adapts what the product itself uses.
 */

import { assessmentSchema } from "../../app/enrichment/assess/assessment-question";
import { assessByRules, settleType } from "../../app/enrichment/assess/company-type-rules.server";
import { readAssessment } from "../../app/enrichment/assess/read-assessment.server";
import { sanitizeSite } from "../../app/enrichment/read-lead-site.server";
import { readRow } from "../../app/imports/read-row.server";
import { listSpec, rowSpec } from "../../app/imports/row-spec.server";
import { readAnswer } from "../../app/language-model/model-answer";
import type { AssessmentParts } from "../../app/leads/assessment/assessment";
import { locationOf } from "../../app/leads/store/store-companies.server";
import { checkDraft, type DraftCheckInput } from "../../app/outreach/check-draft";
import { finishDraft } from "../../app/outreach/finish-draft";
import { ListedDetails } from "../../app/providers/company-search";
import { PlaceSchema, toCompanyHit } from "../../app/providers/google-places/place";
import type { SitePage } from "../../app/providers/website/company-site";
import { domainKey } from "../../app/reading/companies/domain-key.server";
import { fitsCompany as fits } from "../../app/reading/companies/fits-company.server";
import { leftOut } from "../../app/reading/companies/left-out.server";
import { readImprint } from "../../app/reading/imprint/read-imprint";
import { federalStateOf } from "../../app/reading/places/federal-state-of.server";
import { liesIn as liesInRegion, parseRegion } from "../../app/reading/places/lies-in.server";
import { parseFederalState } from "../../app/reading/places/parse-federal-state";
import { type FileTable, isImportField } from "../../app/reading/tables/fields";
import { guessMapping } from "../../app/reading/tables/guess-mapping.server";
import type { Offer } from "../../app/settings/team-settings.server";
import { findPhoneNumbers, storedPhones } from "../../db/phone-number";
import { isSameCompany } from "../../db/search/same-company";

export { tradeTags } from "../../app/providers/openstreetmap/trade-tags";
export { companyName } from "../../app/reading/companies/company-name.server";

export function imprint(html: string, url: string) {
  const { economicId: _, ...read } = readImprint(html, url);
  return read;
}

interface ImprintPage {
  html: string;
  url: string;
}

/** Whether the Impressum of each names one legal entity. */
export function sameCompany(one: ImprintPage, other: ImprintPage): "same" | null {
  const [own = "", others = ""] = [one, other].map(({ html, url }) => {
    const { companyName: legalName, ...read } = readImprint(html, url);
    return JSON.stringify({ legalName, ...read });
  });
  return isSameCompany(own, others) ? "same" : null;
}

/** A region as people name it, and a line as „20095 Hamburg“, a town alone, or a federal state alone. */
export function liesIn(region: string, line: string): string {
  const [, postalCode = null, town = ""] = /^((?:[A-Z]+-)?\d+)? ?(.*)/.exec(line) ?? [];
  const federalState = postalCode === null ? parseFederalState(town) : null;
  const city = town === "" || federalState !== null ? null : town;
  const parsed = parseRegion(region);
  return parsed
    ? liesInRegion(parsed, { federalState, country: null, postalCode, city })
    : "unknown";
}

/** @returns the key in punycode; null when the text names no company's domain */
export function companyDomain(text: string): string | null {
  const key = domainKey(text);
  return key.kind === "company" ? key.domain : null;
}

/** True for a portal, a medium, an authority. */
export function isLeftOut(url: string): boolean {
  return leftOut(url) !== null;
}

/** In their order, displayed with plain blanks; none is left where there is no number. */
export function phoneNumbers(text: string): { e164: string | null; display: string }[] {
  return findPhoneNumbers(text).map(({ e164, display }) => ({
    e164,
    display: display.replaceAll("\u00a0", " "),
  }));
}

export function fitsCompany(name: string, domain: string): boolean {
  return fits(name, domain);
}

/** The parts of one answer; those that would be asked for again are null. */
export function assessment(
  text: string,
  { pages: read, offer, domain }: { pages: SitePage[]; offer: Offer; domain: string },
): AssessmentParts | null {
  const { pages } = sanitizeSite({ pages: read });
  const ruled = assessByRules(pages, null);
  const facts = {
    pages,
    record: { domain, emails: [], phone: null },
    offer,
    isTypeRuled: ruled.companyType !== null,
    names: [],
  };
  const keys = Object.keys(assessmentSchema(offer).shape);
  const reply = {
    text,
    refusal: null,
    finish: "stop" as const,
    promptTokens: null,
    completionTokens: null,
  };
  const { answer } = readAnswer(reply, keys, (value) => readAssessment(value, facts));
  return answer === undefined
    ? null
    : { ...answer, companyType: settleType(answer.companyType, pages, null, []).companyType };
}

const NO_LEAD: DraftCheckInput["lead"] = {
  companyName: null,
  domain: "",
  website: null,
  city: null,
  federalState: null,
  contactName: null,
  contactTitle: null,
  companyType: null,
  topics: [],
  salesReason: null,
  offerPackage: null,
  email: null,
  emails: [],
  phone: null,
  address: null,
  notes: null,
};
const NO_SENDER = { name: "", position: "", company: "", email: "", phone: "", website: "" };

type DraftParts = Pick<DraftCheckInput, "subject" | "body"> &
  Partial<Pick<DraftCheckInput, "instructions" | "offer">> & {
    tone?: string;
    lead?: Partial<DraftCheckInput["lead"]>;
    sender?: Partial<DraftCheckInput["sender"]>;
  };

/** The check of a draft as the model wrote it; what is not given of the lead, the offer and the sender is unknown. */
export function draft({ lead, offer, sender, tone: _, ...written }: DraftParts) {
  const input = {
    lead: { ...NO_LEAD, ...lead },
    offer: { sells: "", packages: [], ...offer },
    sender: { ...NO_SENDER, ...sender },
    ...written,
  };
  return { refused: checkDraft({ ...input, ...finishDraft(input, input) }), hints: [] };
}

/** @returns a field per column, null for a column without one */
export function importMapping(header: string[], rows: string[][]): (string | null)[] {
  return guessMapping({ header, rows });
}

/** A place of the maps provider as it comes; its id says nothing of the address. */
export function placeAddress(place: object) {
  const { company } = toCompanyHit(PlaceSchema.parse({ ...place, id: "place" }));
  const { street, postalCode, city } = company;
  return { street, postalCode, city, federalState: federalStateOf(company) };
}

function valuesOf({ company, key }: Extract<ReturnType<typeof readRow>, { company: unknown }>) {
  const { payload: _, listed, name, phone, phoneCountry, domain: __, ...rest } = company;
  const { tagsForAll: ___, isApproved, persons, texts, ...details } = listed ?? new ListedDetails();
  return {
    companyName: name,
    domain: key.kind === "company" ? key.domain : null,
    phone: storedPhones(phone, phoneCountry)[0] ?? null,
    email: details.emails[0] ?? null,
    ...rest,
    contactName: persons[0]?.name ?? null,
    contactTitle: persons[0]?.title ?? null,
    ...details,
    ...texts,
    approved: isApproved,
  };
}

/** @param mapping a field per column; columns of one field are joined */
export function importRow(header: string[], row: string[], mapping: (string | null)[]) {
  const reading = readRow(row, rowSpec({ header, rows: [row] }, mapping.map(fieldOf)));
  if ("problem" in reading) return { problem: reading.problem };
  const isFilled = (value: unknown) =>
    value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
  return {
    values: Object.fromEntries(
      Object.entries(valuesOf(reading)).filter(([, value]) => isFilled(value)),
    ),
    dropped: reading.dropped.map(({ field, text }) => `${field ?? "row"}: ${text}`),
  };
}

const fieldOf = (field: string | null) => (field !== null && isImportField(field) ? field : null);

/** All rows of a list, as an import reads them; null for a row that is none. */
export async function importList(table: FileTable, mapping: (string | null)[]) {
  const form = await listSpec(table, mapping.map(fieldOf), { owners: [], timeZone: "UTC" });
  return table.rows.map((row) => {
    const reading = readRow(row, form);
    if ("problem" in reading) return null;
    const [person] = reading.company.listed?.persons ?? [];
    const own = { contactEmail: person?.email ?? null, contactPhone: person?.phone ?? null };
    return { ...valuesOf(reading), ...own, ...locationOf(reading.company) };
  });
}

const text = z.string().nullish().catch(null);
const texts = z
  .array(text)
  .nullish()
  .catch(null)
  .transform((list) => list ?? []);
const source = z.looseObject({ term: text });
/** A lead of the API, any field of which may be missing. */
const FoundLeadSchema = z.object({
  domain: text,
  companyName: text,
  email: text,
  emails: texts,
  phone: text,
  phones: texts,
  address: text,
  street: text,
  postalCode: text,
  city: text,
  federalState: text,
  companyType: text,
  topics: texts,
  offerPackage: text,
  contactName: text,
  contactTitle: text,
  notes: text,
  tags: texts,
  sourceTerm: text,
  imprint: z
    .object({ registerCourt: text, registerNumber: text, vatId: text, economicId: text })
    .nullish()
    .catch(null),
  sources: z.array(source).catch([]),
});

/** Programs ask many texts of the same leads. */
const documents = new WeakMap<object, string>();

function documentOf(lead: object): string {
  const known = documents.get(lead);
  if (known !== undefined) return known;
  const { sources, ...fields } = FoundLeadSchema.parse(lead);
  const document = searchDocument({ ...fields, terms: sources.map(({ term }) => term) });
  documents.set(lead, document);
  return document;
}

/** @returns the indexes of the leads that the text finds, then of similar ones where it finds few */
export function searchHits(leads: object[], q: string): number[] {
  const words = parseSearch(q);
  const all = leads.map((lead, index) => ({ index, document: documentOf(lead) }));
  const hits = all.filter(({ document }) => matchesDocument(words, document));
  const similar = hits.length < FEW_HITS ? mostSimilar(q, all) : [];
  return [...hits, ...similar].map(({ index }) => index);
}
