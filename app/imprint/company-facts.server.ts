import { foldText } from "~db/fold";
import type { LeadRow } from "~db/schema";
import { displayDomain, domainKey } from "../leads/domain-key.server";
import type { Fact } from "../leads/lead";
import { fitsCompany } from "../pipelines/company-search/fits-company.server";
import type { CompanySite, SitePage, SiteReader } from "../providers/website/company-site";
import { SiteError } from "../providers/website/site-error";
import { shortLine } from "../text/clean-text";
import type { ImprintReading } from "./imprint";

/** A company's own statements, and a German sentence on why its Impressum is unknown. */
type CompanyFacts = { facts: Fact[]; problem: string | null };

type Company = Pick<LeadRow, "domain" | "companyName" | "website">;

export const NO_IMPRINT = "Auf der Website wurde kein Impressum gefunden.";
const OTHERS_IMPRINT = "Das Impressum der Website nennt eine andere Firma.";
/** The first one that says something counts. */
const ORDER: readonly SitePage["kind"][] = ["impressum", "contact", "home", "about", "services"];
const MAX_QUOTE = 300;
const PLAIN = [
  "legalForm",
  "phone",
  "management",
  "registerCourt",
  "registerNumber",
  "vatId",
] as const;
const PLACE = ["street", "postalCode", "city"] as const;

type ImprintPage = SitePage & { imprint: ImprintReading };

/** The lead's own address where it is the company's, else its domain. */
export function siteAddressOf({ website, domain }: Company): string {
  const key = website === null ? null : domainKey(website);
  return website !== null && key?.kind === "company" && key.domain === domain ? website : domain;
}

/** The name resembles the domain or the lead's present name. */
function isOwnName(name: string | null, { domain, companyName }: Company): boolean {
  if (name === null) return false;
  const isLike = companyName !== null && foldText(name).includes(foldText(companyName));
  return isLike || fitsCompany(name, displayDomain(domain));
}

/** Words beside a place name, which other lines may hold, too. */
const BESIDE: Record<string, RegExp> = {
  city: /\d{5}/,
  registerCourt: /gericht|register|\bHR|AG /i,
};

/** The line of a page that a value stands in, however a telephone number is written there. */
function quoteOf({ text }: SitePage, field: Fact["field"], value: string): string | null {
  const plain = (words: string) =>
    field === "phone" ? words.replace(/\D/g, "") : foldText(words).replace(/\s+/g, "");
  const said = field === "phone" ? plain(value).slice(-6) : plain(value);
  const lines = text.split("\n").filter((words) => plain(words).includes(said));
  const line = lines.find((words) => BESIDE[field]?.test(words)) ?? lines[0];
  return line === undefined ? null : shortLine(line, MAX_QUOTE);
}

function isAtHome({ url }: SitePage, { domain }: Company): boolean {
  const key = domainKey(url);
  return key.kind === "company" && key.domain === domain;
}

/** The statements of a website's pages about a company; an address is taken from one page. */
export function factsOf(
  { pages, imprintProblem = NO_IMPRINT }: CompanySite,
  company: Company,
  { personalEmail = false }: { personalEmail?: boolean } = {},
): CompanyFacts {
  const facts: Fact[] = [];
  const tell = (page: SitePage, field: Fact["field"], value: string | string[] | null) => {
    if (value === null || value.length === 0) return;
    const quote = quoteOf(page, field, Array.isArray(value) ? (value[0] ?? "") : value);
    const source = page.kind === "impressum" ? "imprint" : page.kind;
    facts.push({ field, value, url: page.url, quote, source });
  };
  const [home] = pages;
  if (home && company.website === null && isAtHome(home, company)) tell(home, "website", home.url);
  const said = pages
    .flatMap((page): ImprintPage[] =>
      page.imprint === undefined ? [] : [{ ...page, imprint: page.imprint }],
    )
    .toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
  if (said.length === 0) return { facts, problem: imprintProblem };
  // A website may lead to another company's.
  const own = said.filter(
    (page) => isAtHome(page, company) || isOwnName(page.imprint.companyName, company),
  );
  if (own.length === 0) return { facts, problem: OTHERS_IMPRINT };
  for (const field of PLAIN) {
    // A person named beside a telephone number just answers it.
    const known = field === "management" ? own.filter(({ kind }) => kind !== "contact") : own;
    const page = known.find(({ imprint }) => imprint[field]?.length);
    if (page !== undefined) tell(page, field, page.imprint[field]);
  }
  const named = own.find(({ imprint }) => imprint.companyName !== null);
  if (named !== undefined) {
    const { companyName, legalForm } = named.imprint;
    tell(named, "legalName", companyName);
    const isLike = isOwnName(companyName, company);
    const isNew = company.companyName === null;
    // Without a known name, the Impressum is believed, and another page if its name resembles the domain.
    const isImprint = named.kind === "impressum" && (isNew || (isLike && legalForm !== null));
    if (isImprint || (isNew && isLike)) tell(named, "companyName", companyName);
  }
  const placed = own.find(({ imprint }) => imprint.postalCode !== null && imprint.city !== null);
  if (placed !== undefined) for (const part of PLACE) tell(placed, part, placed.imprint[part]);
  const general = own.find(({ imprint }) => imprint.email !== null);
  const personal = own.find(({ imprint }) => imprint.personalEmail !== null);
  if (general !== undefined) tell(general, "email", general.imprint.email);
  else if (personal && personalEmail) tell(personal, "email", personal.imprint.personalEmail);
  return { facts, problem: null };
}

/**
 * Reads what a company says of itself on its first page, in its Impressum and where it tells how to reach it.
 *
 * @throws the signal's reason once it is aborted
 */
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
