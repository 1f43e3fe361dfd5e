import type { Company } from "../world/companies";
import { findCompanies } from "../world/find-companies";
import { foldWords } from "../world/folded-text";
import { understandSearch } from "../world/search-text";
import { createRandom, hashText, positionOf } from "../world/seeded-random";
import { pageOf } from "./titles";

/** A search engine lists what lies farther away as well, less of it than what was asked for … */
const FAR_SHARE = 0.6;
/** … and never more than this. */
const LONGEST_LIST = 280;
/** Every so many hits a page of a portal stands between. */
const PORTAL_EVERY = 6;
/** Share of companies that are listed again with another page, so much farther down. */
const LISTED_TWICE = 0.12;
const SECOND_AFTER = 13;

/** The entries of `organic` without their positions, best hit first; the same for the same query. */
export function resultList(query: string) {
  const near = findPages(query);
  const { trade } = understandSearch(query);
  if (near.length === 0 || trade === undefined) return [];
  const far = findPages(trade.synonyms[0] ?? "").filter((company) => !near.includes(company));
  const all = [...near, ...far.slice(0, Math.ceil(near.length * FAR_SHARE))];
  const portals = portalHits(query, trade.label);
  return withSecondPages(all)
    .flatMap((hit, index) => {
      const isBehindPortal = index % PORTAL_EVERY === 1;
      const portal = isBehindPortal ? portals[Math.floor(index / PORTAL_EVERY)] : undefined;
      return portal === undefined ? [hit] : [portal, hit];
    })
    .slice(0, LONGEST_LIST);
}

/** Companies with a page of their own, or on a network: in another order than on the map. */
function findPages(query: string): Company[] {
  return findCompanies(query)
    .filter(({ website, branch, status }) => website && !branch && status !== "CLOSED_PERMANENTLY")
    .sort((a, b) => positionOf(`web/${a.placeId}`) - positionOf(`web/${b.placeId}`));
}

function withSecondPages(companies: readonly Company[]) {
  return companies.flatMap((company, index) => {
    const earlier = companies[index - SECOND_AFTER];
    const isTwice = earlier?.domain && positionOf(`twice/${earlier.placeId}`) < LISTED_TWICE;
    return [hitOf(company, "start"), ...(isTwice ? [hitOf(earlier, "sub")] : [])];
  });
}

function hitOf(company: Company, kind: "start" | "sub") {
  const { website = "", domain, name, seat, rating, ratingCount } = company;
  const snippet = snippetOf(company);
  // A page on a network or a portal is one page; there is none below it.
  if (domain === undefined) {
    return { title: `${name} | ${seat.locality}`, link: website, snippet, rating, ratingCount };
  }
  const random = createRandom(`hit/${kind}/${company.placeId}`);
  const { title, path } = pageOf(company, kind);
  // A search engine names whole addresses: with scheme, host and path.
  const root = `${new URL(website).origin}/`;
  return {
    title,
    link: root + path,
    snippet,
    ...(random.chance(0.2) ? { date: "03.02.2026" } : {}),
  };
}

function snippetOf({ name, street, houseNumber, seat, phone, ...company }: Company): string {
  const telephone = phone === undefined ? "" : ` Telefon ${phone.national}.`;
  const where = company.serviceAreaOnly
    ? `in ${seat.locality} und Umgebung`
    : `${street} ${houseNumber}, ${seat.postalCode} ${seat.locality}`;
  return `${name}, ${where}.${telephone} Inhaltlich verantwortlich: ${company.manager.firstName} ${company.manager.lastName} ...`;
}

/** Pages on which others list companies; none of them is one. */
function portalHits(query: string, label: string) {
  const slug = foldWords(query).replaceAll(" ", "-");
  const entries: [title: string, link: string][] = [
    [`${query} | Gelbe Seiten`, `https://www.gelbeseiten.de/suche/${slug}`],
    [`${label} – Wikipedia`, `https://de.wikipedia.org/wiki/${encodeURIComponent(label)}`],
    [`${query}: Firmen im Vergleich | wlw`, `https://www.wlw.de/de/suche?q=${slug}`],
    [`Jobs: ${query} | Indeed`, `https://de.indeed.com/q-${slug}-jobs.html`],
    [`Arbeitgeber im Überblick: ${query} | kununu`, `https://www.kununu.com/de/${slug}`],
    [`${query} | Facebook`, `https://www.facebook.com/groups/${hashText(query)}/`],
  ];
  const snippet = "Adressen, Telefonnummern und Bewertungen auf einen Blick ...";
  return entries.map(([title, link]) => ({ title, link, snippet }));
}
