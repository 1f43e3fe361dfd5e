import { domainKey } from "../reading/companies/domain-key.server";
import { fitsCompany } from "../reading/companies/fits-company.server";
import { parseCountry } from "../reading/places/country";
import { eachInTurns } from "../reading/tables/each-in-turns.server";
import type { FileTable, ImportField, Mapping } from "../reading/tables/fields";
import { countryOfHeaders } from "../reading/tables/header-names";
import { filledText } from "../text/filled-text";

export interface ListFacts {
  /** Domains under which many companies have a page. */
  portals: ReadonlySet<string>;
  /** Domains at which several persons have an email address. */
  crowded: ReadonlySet<string>;
  /** ISO 3166-1 alpha-2, for phone numbers in rows that name no country. */
  country: string | null;
}

export const NO_FACTS: ListFacts = { portals: new Set(), crowded: new Set(), country: "DE" };

/** Country-code domains that companies of any country use. */
const GENERIC_DOMAIN = /\.(?:ag|ai|cc|co|eu|fm|gg|im|io|la|ly|me|sh|so|to|tv|vc|ws)$/;
/** „(212) 555-0100“, as only North America writes it. */
const AMERICAN = /^(?:1[ .-])?\(?[2-9]\d\d\)?[ .-]{1,2}[2-9]\d\d[ .-]\d{4}\b/;
const SHORT_OR_LONG_CODE = /\b(\d{4,5})(?= \p{L}|(?<=^\d+) $)/u;
/** Share of rows that must name a country before the others are assumed to lie there. */
const MIN_SHARE = 0.1;

/** Undefined if the row names no country, null if the country is unknown. */
export function countryOfRow(written: string | null, domain: string): string | null | undefined {
  if (written !== null) return parseCountry(written);
  const [, ending] = /\.([a-z]{2})$/.exec(domain) ?? [];
  return ending === undefined || GENERIC_DOMAIN.test(domain) ? undefined : parseCountry(ending);
}

/** The first company's own domain in the texts; empty if there is none. */
export function ownDomain(...texts: readonly (string | undefined)[]): string {
  for (const text of texts) {
    const key = text ? domainKey(text) : null;
    if (key?.kind === "company") return key.domain;
  }
  return "";
}

/** Counts for one domain: its rows, those with an email there, their company names and other email domains. */
class DomainCounts {
  rows = 0;
  own = 0;
  readonly names = new Set<string>();
  readonly others = new Set<string>();

  isPortal(domain: string, rows: number): boolean {
    if (this.own >= this.rows / 2) return false;
    if (this.others.size > 2) return true;
    const isCrowd = this.rows > 4 && this.rows > rows / 2 && this.names.size > this.rows / 2;
    // Branches are named like their domain.
    const branches = () => [...this.names].filter((name) => fitsCompany(name, domain)).length;
    return isCrowd && branches() < this.names.size / 2;
  }
}

export async function readListFacts(
  { header, rows }: Pick<FileTable, "header" | "rows">,
  mapping: Mapping,
): Promise<ListFacts> {
  const columnsOf = (...fields: ImportField[]) =>
    mapping.flatMap((field, column) => (field && fields.includes(field) ? column : []));
  const sites = columnsOf("domain", "website");
  const mails = columnsOf("email", "emails", "contactEmail");
  const [name = -1] = columnsOf("companyName");
  const [land = -1] = columnsOf("country");
  const [phone = -1] = columnsOf("phone", "contactPhone");
  const [zip = -1] = columnsOf("postalCode");
  const [address = -1] = columnsOf("address", "street");
  let american = 0;
  let shortCodes = 0;
  let withCountry = 0;
  const hosts = new Map<string, DomainCounts>();
  const mailOf = new Map<string, string>();
  const crowded = new Set<string>();
  const countries = new Map<string | null, number>();
  await eachInTurns(rows, (row) => {
    const site = ownDomain(...sites.map((column) => row[column]));
    const code = SHORT_OR_LONG_CODE.exec(`${row[zip] ?? row[address] ?? ""} `)?.[1] ?? "";
    shortCodes += code === "" ? 0 : code.length === 4 ? 1 : -1;
    const emails = mails.flatMap((column) => filledText(row[column] ?? "") ?? []);
    const domain = ownDomain(...emails);
    for (const key of new Set([site, domain].filter((one) => one !== ""))) {
      const host = hosts.get(key) ?? new DomainCounts();
      hosts.set(key, host);
      host.rows += 1;
      host.names.add(row[name] ?? "");
      if (domain === site) host.own += 1;
      else if (key === site && domain !== "") host.others.add(domain);
    }
    const number = row[phone] ?? "";
    american += AMERICAN.test(number) ? 1 : /^(?:0|\+[2-9])/.test(number) ? -1 : 0;
    const [email = ""] = emails;
    if (domain !== "") {
      if ((mailOf.get(domain) ?? email) !== email) crowded.add(domain);
      mailOf.set(domain, email);
    }
    const link = site || domain ? "" : ownDomain(row.find((cell) => /^https?:\S+$/.test(cell)));
    const country = countryOfRow(filledText(row[land] ?? ""), site || domain || link);
    if (country === undefined) return;
    withCountry += 1;
    countries.set(country, (countries.get(country) ?? 0) + 1);
  });
  const portals = [...hosts.keys()].filter((domain) =>
    hosts.get(domain)?.isPortal(domain, rows.length),
  );
  const isMajority = (count: number) => count > withCountry / 2 && count >= rows.length * MIN_SHARE;
  const headerCountry = countryOfHeaders(header);
  const fallback = headerCountry === undefined && shortCodes <= 0 ? "DE" : (headerCountry ?? null);
  const [country = american > 0 ? "US" : fallback] =
    [...countries].find(([, count]) => isMajority(count)) ?? [];
  return { portals: new Set(portals), crowded, country };
}
