import { foldText } from "~db/fold";
import { distanceKm, findUnambiguousTown, type Town, townsNamed } from "~db/german-places";
import { townNames } from "~db/state-regions";
import { federalStateOf, type PlaceFields } from "./federal-state-of.server";
import { FEDERAL_STATE_NAMES, type FederalState } from "./federal-states";
import { parseFederalState } from "./parse-federal-state";
import words from "./region-words.json";
import { knownArea, readRegion, withoutLeadingWords } from "./regions";

type Containment = "inside" | "outside" | "unknown";
type KnownAddress = {
  state: FederalState | null;
  code: string | undefined;
  points: { town: Town; km: number }[];
};
/** Null or undefined if unknown. */
type RegionTest = (address: KnownAddress) => boolean | null | undefined;

/** Kilometres; a place just across the border still counts. */
const NEAR_KM = 30;
/** A district or metropolis reaches farther. */
const DISTRICT_KM = 60;
/** Every town lies this close to the centre of its two-digit postal zone. */
const ZONE_KM = 100;
const ZONES = new Map(
  Object.entries(words.zones).map(([zone, name]) => [zone, findUnambiguousTown(name, null)]),
);
const LANDSCAPES = new Map(
  Object.entries(words.regions).map(([name, codes]) => [foldText(name), codes.split(" ")]),
);

const among =
  (all: readonly FederalState[]): RegionTest =>
  ({ state }) =>
    state && all.includes(state);
const withCode =
  (prefix: string): RegionTest =>
  ({ code }) =>
    code?.startsWith(prefix);

function around(centre: Town, reach: number): RegionTest {
  return ({ points }) => {
    const away = points.map(({ town, km }) => ({ by: distanceKm(town, centre), km }));
    if (away.length === 0) return null;
    if (away.every(({ by, km }) => by - km > reach)) return false;
    return away.every(({ by, km }) => by + km <= reach) || null;
  };
}

const DISTRICT = /^(?:landkreis|kreis|lkr\.?|stadtregion|(?:metropol)?region)\s+/i;
const POSTCODE =
  /^(?:plz(?:[- ]?(?:gebiet|bereich|region|raum))?[ :]*|de?-)?(\d{1,5})x*(?:\s+(\S.*))?$/i;
/** „Nordhessen“, „Süd-West-Sachsen“ */
const SIDE = /^(?:(?:nord|süd|ost|west|mittel|zentral|ober|nieder|unter)-?)+/i;

export const LANDSCAPE_NAMES = Object.keys(words.regions);

/** „Hessen“, „Nordhessen“ */
const stateNamed = (name: string) =>
  parseFederalState(name) ?? parseFederalState(name.replace(SIDE, ""));

/** Empty for towns. */
export function statesNamed(name: string): FederalState[] {
  const landscape = LANDSCAPES.get(foldText(name));
  const state = stateNamed(name);
  return landscape?.flatMap((code) => parseFederalState(code) ?? []) ?? (state ? [state] : []);
}

function readPart(given: string): RegionTest[] | null {
  const text = withoutLeadingWords(given);
  if (text === "") return null;
  if (knownArea(text)?.label === "Deutschland") return [among(FEDERAL_STATE_NAMES)];
  const { place, aroundKm } = readRegion(text);
  const named = place.replace(DISTRICT, "");
  const landscape = [place, named].find((one) => LANDSCAPES.has(foldText(one)));
  if (landscape !== undefined) return [among(statesNamed(landscape))];
  const [, postalCode = null, rest = ""] = POSTCODE.exec(named) ?? [];
  const name = postalCode === null ? named : rest;
  if (postalCode !== null && name === "") {
    // A town may have several codes; only prefixes of one or two digits have clear borders.
    const zone = ZONES.get(postalCode.slice(0, 2));
    return [postalCode.length < 3 || !zone ? withCode(postalCode) : around(zone, ZONE_KM)];
  }
  const state = stateNamed(name);
  const within = federalStateOf({ federalState: state, country: null, postalCode, city: null });
  const town = findUnambiguousTown(state ?? name, within);
  const least = named === place ? NEAR_KM : DISTRICT_KM;
  const parts = [
    ...(state === null ? [] : [among([state])]),
    ...(town === undefined ? [] : [around(town, Math.max(least, aroundKm + 10))]),
  ];
  return parts.length === 0 ? null : parts;
}

/** Null if a part of the text is unknown. */
export function parseRegion(text: string): RegionTest[] | null {
  const whole = readPart(text);
  if (whole !== null) return whole;
  const parts = text.split(/[,;+&/]|\s(?:und|sowie|oder)\s/).map(readPart);
  return parts.length > 1 && parts.every((part) => part !== null) ? parts.flat() : null;
}

/** Unknown near a border. */
export function liesIn(region: readonly RegionTest[], address: PlaceFields): Containment {
  const { country, postalCode, city } = address;
  const written = postalCode?.trim() ?? "";
  const isForeign =
    /^(?!DE?[ -])[A-Z]{1,3}[ -]+\d|^\d{4} ?[A-Z]{2}$/.test(written) ||
    (/^\d{4}$/.test(written) && city !== null && townsNamed(city, null).length === 0);
  if ((country ?? "DE") !== "DE" || isForeign) return "outside";
  const state = federalStateOf(address);
  const code = /(?<!\d)\d{5}$/.exec(written)?.[0];
  const zone = ZONES.get(written.slice(-5, -3));
  // A shortened name counts only if the state agrees.
  const names = city === null ? [] : state === null ? [city] : townNames(city);
  const found =
    names.map((name) => townsNamed(name, state)).find((towns) => towns.length > 0) ?? [];
  const near = found.filter((town) => zone && distanceKm(town, zone) <= ZONE_KM);
  const points = (near.length > 0 ? near : found).map((town) => ({ town, km: 0 }));
  if (zone !== undefined && near.length === 0) points.push({ town: zone, km: ZONE_KM });
  const answers = region.map((part) => part({ state, code, points }));
  if (answers.includes(true)) return "inside";
  return answers.every((lies) => lies === false) ? "outside" : "unknown";
}
