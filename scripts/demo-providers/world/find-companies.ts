import { allCompanies, type Company } from "./companies";
import { foldText } from "./folded-text";
import type { Area } from "./place-words";
import { understandSearch } from "./search-text";

export interface Position {
  latitude: number;
  longitude: number;
}

export interface Rectangle {
  /** South-west corner. */
  low: Position;
  /** North-east corner. */
  high: Position;
}

export interface CompanySearch {
  text: string;
  /** Hard limit of the area. */
  rectangle?: Rectangle;
  /** Also firms without a public address. */
  includeServiceAreaOnly: boolean;
  /** Where the searcher is; only counts when neither text nor rectangle name an area. */
  near?: Position;
}

/** A town search with fewer hits is filled up to this number from the surroundings … */
export const SURROUNDINGS_TARGET = 20;
/** … as far as this many degrees of latitude away (about 80 km). */
const SURROUNDINGS_REACH = 0.72;

/** Finds the companies for a search text, best hit first; the same search gives the same list. */
export function findCompanies(search: CompanySearch): Company[] {
  const { trade, area, unknownPlace } = understandSearch(search.text);
  const { rectangle, near } = search;
  if (trade === undefined || (unknownPlace && rectangle === undefined)) return [];

  const candidates = allCompanies()
    .filter((company) => company.trades.includes(trade))
    .filter((company) => search.includeServiceAreaOnly || !company.serviceAreaOnly)
    .filter((company) => rectangle === undefined || isInside(company, rectangle))
    .sort((a, b) => a.rank - b.rank);
  if (area !== undefined) return inArea(candidates, area);
  if (near === undefined || rectangle !== undefined) return candidates;
  return candidates.sort((a, b) => distance(a, near) - distance(b, near));
}

function inArea(candidates: readonly Company[], area: Area): Company[] {
  if (area.kind === "country") return [...candidates];
  const inState = candidates.filter((company) => company.seat.state === area.state);
  if (area.kind === "state") return inState;

  const [centre] = area.places;
  const inTown = inState.filter((company) => area.places.includes(company.seat));
  if (centre === undefined || inTown.length >= SURROUNDINGS_TARGET) return inTown;
  const around = inState
    .filter((company) => !area.places.includes(company.seat))
    .filter((company) => distance(company.seat, centre) <= SURROUNDINGS_REACH)
    .sort((a, b) => distance(a.seat, centre) - distance(b.seat, centre) || a.rank - b.rank);
  return [...inTown, ...around.slice(0, SURROUNDINGS_TARGET - inTown.length)];
}

function isInside({ latitude, longitude }: Position, { low, high }: Rectangle): boolean {
  const betweenMeridians =
    low.longitude <= high.longitude
      ? longitude >= low.longitude && longitude <= high.longitude
      : longitude >= low.longitude || longitude <= high.longitude;
  return latitude >= low.latitude && latitude <= high.latitude && betweenMeridians;
}

/** Good enough for sorting: a degree of longitude is about 0.63 of one of latitude in Germany. */
function distance(a: Position, b: Position): number {
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
  byName ??= firstOfEach((company) => foldText(company.name));
  return byName.get(foldText(name));
}

function firstOfEach(keyOf: (company: Company) => string | undefined): Map<string, Company> {
  const index = new Map<string, Company>();
  for (const company of allCompanies()) {
    const key = keyOf(company);
    if (key !== undefined && !index.has(key)) index.set(key, company);
  }
  return index;
}
