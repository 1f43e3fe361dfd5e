import { foldText } from "~db/fold";
import { townKey, townNames } from "~db/state-regions";
import { federalStateOf, type Whereabouts } from "../leads/federal-state-of.server";
import { type FederalState, parseFederalState } from "../leads/federal-states";
import { knownArea, readRegion } from "../providers/openstreetmap/regions";
import words from "./region-words.json";
import list from "./towns.json";

interface Town {
  state: FederalState;
  latitude: number;
  longitude: number;
  size: number;
}

type Part =
  | { kind: "country" }
  | { kind: "states"; states: readonly FederalState[] }
  | { kind: "postcodes"; prefix: string }
  | { kind: "around"; town: Town; km: number };

/** A region as people name it; what lies in one of its parts lies in it. */
export type SearchRegion = readonly Part[];
type Lying = "inside" | "outside" | "unknown";

/** Around a town that is named alone: what lies just behind its border is not elsewhere. */
const NEAR_KM = 30;
/** A district reaches farther from the town that it is named after. */
const DISTRICT_KM = 60;
const METROPOLIS_KM = 100;
/** No town lies farther from the middle of its postal zone, or from the next one of its state. */
const ZONE_KM = 100;
const NEXT_TOWN_KM = 15;
/** Of several places of one name the one is meant that is so many times larger than each other. */
const DOMINANT = 5;
const MAX_LENGTH = 200;

const TOWNS = Object.entries(list.towns).flatMap(([stateName, entries]) =>
  entries.split(";").flatMap((entry) => {
    const state = parseFederalState(stateName);
    const [, name = "", ...figures] = /^(.+) (\S+) (\S+) (\S+)$/.exec(entry) ?? [];
    const [latitude = 0, longitude = 0, size = 0] = figures.map(Number);
    return state === null ? [] : [{ name, state, latitude, longitude, size }];
  }),
);

const BY_KEY = new Map<string, Town[]>();
for (const { name, ...town } of TOWNS) {
  // „Halle“ is „Halle (Saale)“, and „Mülheim/Ruhr“ the one at the Ruhr; „Villingen“ is not all of a town.
  const short = townNames(name).filter((part) => !name.startsWith(`${part}-`));
  const slashed = name.replace(/ (?:am|an|bei|im|in|ob|vor)(?: der| dem)? /, "/");
  for (const key of new Set([...short, slashed].map(townKey))) {
    BY_KEY.set(key, [...(BY_KEY.get(key) ?? []), town]);
  }
}

function townsNamed(name: string, state: FederalState | null): Town[] {
  const found = BY_KEY.get(townKey(name)) ?? [];
  return found.filter((town) => state === null || town.state === state);
}

/** The town that a name stands for; undefined where nobody can tell which. */
function meantTown(name: string, state: FederalState | null): Town | undefined {
  const [largest, next] = townsNamed(name, state).toSorted((a, b) => b.size - a.size);
  return largest && largest.size >= DOMINANT * (next?.size ?? 0) ? largest : undefined;
}

const ZONES = new Map(
  words.zones.flatMap((line) =>
    line.split(", ").map((entry) => [entry.slice(0, 2), meantTown(entry.slice(3), null)] as const),
  ),
);

const LANDSCAPES = new Map(
  Object.entries(words.regions).flatMap(([state, names]) =>
    names.split(", ").map((entry) => {
      const [, name = "", others = ""] = /^(.+?)((?: [A-Z]{2})*)$/.exec(entry) ?? [];
      const codes = [state, ...others.split(" ")];
      return [foldText(name), codes.flatMap((code) => parseFederalState(code) ?? [])] as const;
    }),
  ),
);

function distance(one: Town, other: Town): number {
  const wide = Math.cos(((one.latitude + other.latitude) * Math.PI) / 360);
  return (
    111.2 * Math.hypot(one.latitude - other.latitude, (one.longitude - other.longitude) * wide)
  );
}

const LEADING = /^(?:(?:in|im|bei|nahe|aus|um|rund um|der|dem|den|die|das|von)\s+)+/i;
const DISTRICT = /^(?:landkreis|kreis|lkr\.?|stadtregion|(?:metropol)?region)\s+/i;
const POSTCODE =
  /^(?:plz(?:[- ]?(?:gebiet|bereich|region|raum))?[ :]*|de?-)?(\d{1,5})x*(?:\s+(.+))?$/i;
/** „Nordhessen“, „Süd-West-Sachsen“ */
const SIDE = /^(?:(?:nord|süd|ost|west|mittel|zentral|ober|nieder|unter)-?)+/i;

function readPart(given: string): Part[] | null {
  const text = given.trim().replace(LEADING, "");
  if (text === "") return null;
  if (knownArea(text)?.label === "Deutschland") return [{ kind: "country" }];
  const { place, aroundKm } = readRegion(text);
  const landscape = LANDSCAPES.get(foldText(place));
  if (landscape !== undefined) return [{ kind: "states", states: landscape }];
  const named = place.replace(DISTRICT, "");
  const [, postalCode = null, behind = ""] = POSTCODE.exec(named) ?? [];
  if (postalCode !== null && behind === "") return [{ kind: "postcodes", prefix: postalCode }];
  const name = postalCode === null ? named : behind;
  const state = parseFederalState(name) ?? parseFederalState(name.replace(SIDE, ""));
  const states: Part[] = state === null ? [] : [{ kind: "states", states: [state] }];
  const within = federalStateOf({ federalState: state, country: null, postalCode, city: null });
  const town = meantTown(state ?? name, within);
  if (town === undefined) return state === null ? null : states;
  const district = /^metropol/i.test(place) ? METROPOLIS_KM : DISTRICT_KM;
  const least = named === place ? NEAR_KM : district;
  return [...states, { kind: "around", town, km: Math.max(least, aroundKm + 10) }];
}

/** The region of a search as far as it is certain; null where it is not, so that nothing lies outside of it. */
export function parseRegion(text: string): SearchRegion | null {
  if (text.length > MAX_LENGTH) return null;
  const whole = readPart(text);
  if (whole !== null) return whole;
  const parts = text.split(/[,;+&/]|\s(?:und|sowie|oder)\s/).map(readPart);
  return parts.length > 1 && parts.every((part) => part !== null) ? parts.flat() : null;
}

/** Where an address may lie: some towns, so many kilometres around them. */
function whereaboutsOf({ postalCode, city, ...address }: Whereabouts) {
  const state = federalStateOf({ ...address, postalCode, city });
  const zone = ZONES.get(/(?<!\d)(\d\d)\d{3}$/.exec(postalCode ?? "")?.[1] ?? "");
  // What a longer name begins with is a town only where the state bears it out.
  const names = city === null ? [] : state === null ? [city] : townNames(city);
  const named =
    names.map((name) => townsNamed(name, state)).find((found) => found.length > 0) ?? [];
  const near = named.filter((town) => zone && distance(town, zone) <= ZONE_KM);
  const towns = near.length > 0 ? near : named;
  const points = towns.map((town) => ({ town, km: 0 }));
  if (zone !== undefined && near.length === 0) points.push({ town: zone, km: ZONE_KM });
  if (points.length > 0 || state === null) return { state, points };
  const all = TOWNS.filter((town) => town.state === state);
  return { state, points: all.map((town) => ({ town, km: NEXT_TOWN_KM })) };
}

function isForeign({ country, postalCode, city }: Whereabouts): boolean {
  if (country !== null) return country !== "DE";
  const code = postalCode?.trim() ?? "";
  if (/^(?!DE?[ -])[A-Z]{1,3}[ -]+\d|^\d{4} ?[A-Z]{2}$/.test(code)) return true;
  return /^\d{4}$/.test(code) && city !== null && townsNamed(city, null).length === 0;
}

/** Whether an address lies in a region. Nothing is outside by a guess: what may lie just behind a border is unknown. */
export function liesIn(region: SearchRegion, address: Whereabouts): Lying {
  if (isForeign(address)) return "outside";
  const { state, points } = whereaboutsOf(address);
  const code = /(?<!\d)\d{5}$/.exec(address.postalCode?.trim() ?? "")?.[0];
  function liesInPart(part: Part): Lying {
    if (part.kind === "country") return state === null && !code ? "unknown" : "inside";
    if (part.kind === "states") {
      if (state === null) return "unknown";
      return part.states.includes(state) ? "inside" : "outside";
    }
    if (part.kind === "postcodes") {
      if (!code) return "unknown";
      if (code.startsWith(part.prefix.slice(0, 3))) return "inside";
      // One town may have several; areas have clear borders.
      const [own, other] = [part.prefix, code].map((text) => ZONES.get(text.slice(0, 2)));
      const isFar = !own || !other || distance(own, other) > 2 * ZONE_KM;
      return part.prefix.length < 3 || isFar ? "outside" : "unknown";
    }
    const away = points.map(({ town, km }) => ({ by: distance(town, part.town), km }));
    if (away.length === 0) return "unknown";
    if (away.every(({ by, km }) => by - km > part.km)) return "outside";
    return away.every(({ by, km }) => by + km <= part.km) ? "inside" : "unknown";
  }
  const lyings = region.map(liesInPart);
  if (lyings.includes("inside")) return "inside";
  return lyings.every((lying) => lying === "outside") ? "outside" : "unknown";
}
