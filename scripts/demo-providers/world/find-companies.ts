import { allCompanies, type Company } from "./companies";
import { foldWords } from "./folded-text";
import type { Place } from "./places";
import { type Area, parseSearchText } from "./search-text";
import type { Trade } from "./trades";

/** A town search with fewer hits is filled up to this number from the surroundings. */
const SURROUNDINGS_TARGET = 20;
/** Radius of the surroundings in degrees of latitude, about 80 km. */
const SURROUNDINGS_REACH = 0.72;

/** Finds the companies for a search text, best hit first; the same search gives the same list. */
export function findCompanies(text: string): Company[] {
  const { trade, area, unknownPlace } = parseSearchText(text);
  if (trade === undefined || unknownPlace) return [];
  const found = ranked.get(trade) ?? rank(trade);
  ranked.set(trade, found);
  return area === undefined ? [...found] : inArea(found, area);
}

const ranked = new Map<Trade, Company[]>();

function rank(trade: Trade): Company[] {
  return allCompanies()
    .filter((company) => company.trade === trade || company.secondTrade === trade.key)
    .sort((a, b) => a.rank - b.rank);
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

let byKey: Map<string, Company> | undefined;

/** Keyed by domain and by folded name, which has no dot. The first of several with one name wins. */
function companiesByKey(): Map<string, Company> {
  if (byKey !== undefined) return byKey;
  byKey = new Map();
  for (const company of allCompanies().toReversed()) {
    byKey.set(foldWords(company.name), company);
    if (company.domain !== undefined) byKey.set(company.domain, company);
  }
  return byKey;
}

export function findByDomain(domain: string): Company | undefined {
  return companiesByKey().get(domain);
}

export function findByName(name: string): Company | undefined {
  return companiesByKey().get(foldWords(name));
}
