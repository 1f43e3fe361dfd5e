import { allCompanies, type Company } from "./companies";
import { foldWords } from "./folded-text";
import type { Place } from "./places";
import { type Area, understandSearch } from "./search-text";

/** A town search with fewer hits is filled up to this number from the surroundings … */
const SURROUNDINGS_TARGET = 20;
/** … as far as this many degrees of latitude away (about 80 km). */
const SURROUNDINGS_REACH = 0.72;

/** Finds the companies for a search text, best hit first; the same search gives the same list. */
export function findCompanies(text: string): Company[] {
  const { trade, area, unknownPlace } = understandSearch(text);
  if (trade === undefined || unknownPlace) return [];
  const found = allCompanies()
    .filter((company) => company.trade === trade || company.secondTrade === trade.key)
    .sort((a, b) => a.rank - b.rank);
  return area === undefined ? found : inArea(found, area);
}

function inArea(candidates: readonly Company[], { state, places }: Area): Company[] {
  const inState = candidates.filter(({ seat }) => state === undefined || seat.state === state);
  const [centre] = places ?? [];
  if (places === undefined || centre === undefined) return inState;
  const inTown = inState.filter(({ seat }) => places.includes(seat));
  const around = inState
    .filter(({ seat }) => !places.includes(seat))
    .filter(({ seat }) => distance(seat, centre) <= SURROUNDINGS_REACH)
    .sort((a, b) => distance(a.seat, centre) - distance(b.seat, centre) || a.rank - b.rank);
  return [...inTown, ...around.slice(0, Math.max(0, SURROUNDINGS_TARGET - inTown.length))];
}

/** Good enough for sorting: a degree of longitude is about 0.63 of one of latitude in Germany. */
function distance(a: Place, b: Place): number {
  return Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * 0.63);
}

let byDomain: Map<string, Company> | undefined;
let byName: Map<string, Company> | undefined;

/** The firm that owns a registrable domain in ASCII form. */
export function findByDomain(domain: string): Company | undefined {
  byDomain ??= firstOfEach((company) => company.domain);
  return byDomain.get(domain);
}

/** The firm of that name; of several with one name, the first. */
export function findByName(name: string): Company | undefined {
  byName ??= firstOfEach((company) => foldWords(company.name));
  return byName.get(foldWords(name));
}

function firstOfEach(keyOf: (company: Company) => string | undefined): Map<string, Company> {
  const index = new Map<string, Company>();
  for (const company of allCompanies()) {
    const key = keyOf(company);
    if (key !== undefined && !index.has(key)) index.set(key, company);
  }
  return index;
}
