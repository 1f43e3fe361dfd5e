import { foldText } from "~db/fold";
import type { LeadRow } from "~db/schema";
import type { CompanySite, SitePage, SiteReader } from "../../providers/website/company-site";
import { SiteError } from "../../providers/website/site-error";
import { isAuthority } from "../../reading/companies/authority.server";
import { displayDomain, domainKey } from "../../reading/companies/domain-key.server";
import { fitsCompany } from "../../reading/companies/fits-company.server";
import type { ImprintReading } from "../../reading/imprint/imprint";
import { shortLine } from "../../text/clean-text";
import type { Fact } from "../lead-schema";

interface CompanyFacts {
  facts: Fact[];
  problem: string | null;
  /** Its own Impressum is that of an authority, a chamber or an association. */
  isAuthority?: boolean;
}

type Company = Pick<LeadRow, "domain" | "companyName" | "website">;

export const NO_IMPRINT = "Auf der Website wurde kein Impressum gefunden.";
const OTHERS_IMPRINT = "Das Impressum der Website nennt eine andere Firma.";
/** The first page with a value wins. */
const ORDER: readonly SitePage["kind"][] = ["impressum", "contact", "home", "about", "services"];
const MAX_QUOTE = 300;
const PLAIN = [
  "legalForm",
  "phone",
  "management",
  "registerCourt",
  "registerNumber",
  "vatId",
  "economicId",
] as const;
const PLACE = ["street", "postalCode", "city"] as const;

type ImprintPage = SitePage & { imprint: ImprintReading };

export function siteAddressOf({ website, domain }: Company): string {
  const key = website === null ? null : domainKey(website);
  return website !== null && key?.kind === "company" && key.domain === domain ? website : domain;
}

function isOwnName(name: string | null, { domain, companyName }: Company): boolean {
  if (name === null) return false;
  const isSimilar = companyName !== null && foldText(name).includes(foldText(companyName));
  return isSimilar || fitsCompany(name, displayDomain(domain));
}

/** Other lines may name the place too. */
const LINE_HINTS: Record<string, RegExp> = {
  city: /\d{5}/,
  registerCourt: /gericht|register|\bHR|AG /i,
};

function quoteOf({ text }: SitePage, field: Fact["field"], value: string): string | null {
  const plain = (words: string) =>
    field === "phone" ? words.replace(/\D/g, "") : foldText(words).replace(/\s+/g, "");
  const wanted = field === "phone" ? plain(value).slice(-6) : plain(value);
  const lines = text.split("\n").filter((words) => plain(words).includes(wanted));
  const line = lines.find((words) => LINE_HINTS[field]?.test(words)) ?? lines[0];
  return line === undefined ? null : shortLine(line, MAX_QUOTE);
}

function isAtHome({ url }: SitePage, { domain }: Company): boolean {
  const key = domainKey(url);
  return key.kind === "company" && key.domain === domain;
}

export function factsOf(
  { pages, imprintProblem = NO_IMPRINT }: CompanySite,
  company: Company,
  { personalEmail = false }: { personalEmail?: boolean } = {},
): CompanyFacts {
  const facts: Fact[] = [];
  const add = (page: SitePage, field: Fact["field"], value: string | string[] | null) => {
    if (value === null || value.length === 0) return;
    const quote = quoteOf(page, field, Array.isArray(value) ? (value[0] ?? "") : value);
    const source = page.kind === "impressum" ? "imprint" : page.kind;
    facts.push({ field, value, url: page.url, quote, source });
  };
  const [home] = pages;
  if (home && company.website === null && isAtHome(home, company)) add(home, "website", home.url);
  const objecting = pages.find((page) => page.adObjection && isAtHome(page, company));
  if (objecting?.adObjection !== undefined) {
    add(objecting, "adObjection", objecting.adObjection);
    add(objecting, "adObjectionUrl", objecting.url);
  }
  const withImprint = pages
    .flatMap((page): ImprintPage[] =>
      page.imprint === undefined ? [] : [{ ...page, imprint: page.imprint }],
    )
    .toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
  if (withImprint.length === 0) return { facts, problem: imprintProblem };
  // A website may redirect to another company.
  const own = withImprint.filter(
    (page) => isAtHome(page, company) || isOwnName(page.imprint.companyName, company),
  );
  if (own.length === 0) return { facts, problem: OTHERS_IMPRINT };
  for (const field of PLAIN) {
    // On contact pages, a person beside a number may be staff.
    const known = field === "management" ? own.filter(({ kind }) => kind !== "contact") : own;
    const page = known.find(({ imprint }) => imprint[field]?.length);
    if (page !== undefined) add(page, field, page.imprint[field]);
  }
  const named = own.find(({ imprint }) => imprint.companyName !== null);
  if (named !== undefined) {
    const { companyName, legalForm } = named.imprint;
    add(named, "legalName", companyName);
    const isSimilar = isOwnName(companyName, company);
    const isNew = company.companyName === null;
    // Without a known name, trust the Impressum, or a page with a name like the domain.
    const isImprint = named.kind === "impressum" && (isNew || (isSimilar && legalForm !== null));
    if (isImprint || (isNew && isSimilar)) add(named, "companyName", companyName);
  }
  const placed = own.find(({ imprint }) => imprint.postalCode !== null && imprint.city !== null);
  if (placed !== undefined) for (const part of PLACE) add(placed, part, placed.imprint[part]);
  const general = own.find(({ imprint }) => imprint.email !== null);
  const personal = own.find(({ imprint }) => imprint.personalEmail !== null);
  if (general !== undefined) add(general, "email", general.imprint.email);
  else if (personal && personalEmail) add(personal, "email", personal.imprint.personalEmail);
  const imprint = own.find(({ kind }) => kind === "impressum");
  const isPublic = imprint !== undefined && isAuthority(imprint.imprint, imprint.text);
  return { facts, problem: null, isAuthority: isPublic };
}

/** @throws the signal's reason once it is aborted */
export async function readCompanyFacts(
  sites: SiteReader,
  company: Company,
  signal: AbortSignal,
  options?: { personalEmail?: boolean },
): Promise<CompanyFacts> {
  try {
    const site = await sites.readSite(siteAddressOf(company), signal, { isBrief: true });
    return factsOf(site, company, options);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SiteError)) throw error;
    return { facts: [], problem: error.message };
  }
}
