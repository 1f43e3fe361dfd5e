import type { Company } from "../world/companies";
import { findCompanies } from "../world/find-companies";
import { foldText } from "../world/folded-text";
import { understandSearch } from "../world/search-text";
import { createRandom, hashText, positionOf } from "../world/seeded-random";
import { trades } from "../world/trades";
import { labelOf, pageOf } from "./titles";

/** An entry of `organic`, without its position. What it does not have is an absent key. */
export interface Hit {
  title: string;
  link: string;
  snippet: string;
  date?: string;
  sitelinks?: { title: string; link: string }[];
  attributes?: Record<string, string>;
  rating?: number;
  ratingCount?: number;
}

/** A search engine fills its list with what lies farther away … */
const FILLED_UP_TO = 150;
/** … and never lists more than this. */
const LONGEST_LIST = 280;
/** Every so many hits a page of a portal stands between. */
const PORTAL_EVERY = 6;
/** Share of companies that are listed again with another page. */
const LISTED_TWICE = 0.12;
/** How much farther down the second page stands. */
const SECOND_AFTER = 13;

/** The whole list for a query, best hit first; the same for the same query. */
export function resultList(query: string): Hit[] {
  const near = findPages(query);
  if (near.length === 0) return [];
  const { trade } = understandSearch(query);
  const synonym = trades.find(({ key }) => key === trade)?.synonyms[0] ?? "";
  const all = [...near];
  if (near.length < FILLED_UP_TO) {
    const known = new Set(near.map(({ placeId }) => placeId));
    const far = findPages(synonym).filter(({ placeId }) => !known.has(placeId));
    all.push(...far.slice(0, FILLED_UP_TO - near.length));
  }
  return withPortals(withSecondPages(all), query).slice(0, LONGEST_LIST);
}

/** Companies with a page of their own, or on a network: in another order than on the map. */
function findPages(query: string): Company[] {
  return findCompanies({ text: query, includeServiceAreaOnly: true })
    .filter(({ website, branch, status }) => website && !branch && status !== "CLOSED_PERMANENTLY")
    .sort((a, b) => positionOf(`web/${a.placeId}`) - positionOf(`web/${b.placeId}`));
}

function withSecondPages(companies: readonly Company[]): Hit[] {
  const hits: Hit[] = [];
  for (const [index, company] of companies.entries()) {
    hits.push(hitOf(company, "start", index < 10));
    const earlier = companies[index - SECOND_AFTER];
    if (earlier?.domain && positionOf(`twice/${earlier.placeId}`) < LISTED_TWICE) {
      hits.push(hitOf(earlier, "sub", false));
    }
  }
  return hits;
}

function hitOf(company: Company, kind: "start" | "sub", hasSitelinks: boolean): Hit {
  const { website = "", domain, seat, rating, ratingCount } = company;
  const random = createRandom(`hit/${kind}/${company.placeId}`);
  const { title, path } = pageOf(company, kind);
  const root = rootOf(website);
  // A page on a network or a portal is one page; there is none below it.
  const link = domain === undefined ? website : root + path;
  const isRated = domain === undefined && rating !== undefined;
  return {
    title: domain === undefined ? `${company.name} | ${seat.locality}` : title,
    link,
    snippet: snippetOf(company),
    ...(random.chance(0.2) ? { date: "03.02.2026" } : {}),
    ...(random.chance(0.1) ? { attributes: { Ort: seat.locality } } : {}),
    ...(isRated ? { rating, ratingCount } : {}),
    ...(hasSitelinks && domain !== undefined && random.chance(0.6)
      ? {
          sitelinks: [
            { title: "Impressum", link: `${root}impressum` },
            { title: "Kontakt", link: `${root}kontakt` },
          ],
        }
      : {}),
  };
}

/** A search engine names whole addresses: with scheme, host and path. */
function rootOf(website: string): string {
  const address = /^https?:\/\//i.test(website) ? website : `https://${website}`;
  return `${new URL(address).origin}/`;
}

function snippetOf({ name, street, houseNumber, seat, phone, ...company }: Company): string {
  const telephone = phone === undefined ? "" : ` Telefon ${phone.national}.`;
  const where = company.serviceAreaOnly
    ? `in ${seat.locality} und Umgebung`
    : `${street} ${houseNumber}, ${seat.postalCode} ${seat.locality}`;
  return `${name}, ${where}.${telephone} Inhaltlich verantwortlich: ${company.manager.firstName} ${company.manager.lastName} ...`;
}

/** Pages on which others list companies; none of them is one. */
function portalHits(query: string, label: string): Hit[] {
  const slug = foldText(query).replaceAll(" ", "-");
  const number = hashText(query);
  const entries: [title: string, link: string][] = [
    [`${query} | Gelbe Seiten`, `https://www.gelbeseiten.de/suche/${slug}`],
    [`Die besten Adressen: ${query} - 11880.com`, `https://www.11880.com/suche/${slug}`],
    [`${label} – Wikipedia`, `https://de.wikipedia.org/wiki/${encodeURIComponent(label)}`],
    [`${query}: Firmen im Vergleich | wlw`, `https://www.wlw.de/de/suche?q=${slug}`],
    [`Jobs: ${query} | Indeed`, `https://de.indeed.com/q-${slug}-jobs.html`],
    [`${query} in Das Örtliche`, `https://www.dasoertliche.de/Themen/${slug}`],
    [`Arbeitgeber im Überblick: ${query} | kununu`, `https://www.kununu.com/de/${slug}`],
    [`${query} - meinestadt.de`, `https://www.meinestadt.de/suche/${slug}`],
    [`${query} | Facebook`, `https://www.facebook.com/groups/${number}/`],
    [`Top 10 ${query} | Yelp`, `https://www.yelp.de/search?find_desc=${slug}`],
  ];
  return entries.map(([title, link]) => ({
    title,
    link,
    snippet: "Adressen, Telefonnummern und Bewertungen auf einen Blick ...",
  }));
}

function withPortals(hits: readonly Hit[], query: string): Hit[] {
  const { trade } = understandSearch(query);
  const [company] = findCompanies({ text: query, includeServiceAreaOnly: true });
  const label = company === undefined ? (trade ?? query) : labelOf(company);
  const portals = portalHits(query, label);
  return hits.flatMap((hit, index) => {
    const portal =
      index % PORTAL_EVERY === 1 ? portals[Math.floor(index / PORTAL_EVERY)] : undefined;
    return portal === undefined ? [hit] : [portal, hit];
  });
}
