import postal from "./postal-points.json";
import { townKey, townNames, writtenTown } from "./state-regions";
import list from "./towns.json";

export interface Point {
  latitude: number;
  longitude: number;
}

/** `size` in hundreds of people. */
export type Town = Point & { key: string; state: string; size: number };

/** A name is unambiguous if its largest town is this many times larger than the next. */
const DOMINANT = 5;
export const KM_PER_DEGREE = 111.2;

const TOWNS = new Map<string, Town[]>();
for (const [state, entries] of Object.entries(list.towns)) {
  for (const entry of entries.split(";")) {
    const [keys = "", ...figures] = entry.split(",");
    const [latitude = 0, longitude = 0, size = 0] = figures.map(Number);
    const [first = "", ...others] = keys.split("|");
    const town = { key: first, state, latitude, longitude, size };
    for (const key of [first, ...others]) TOWNS.set(key, [...(TOWNS.get(key) ?? []), town]);
  }
}
for (const towns of TOWNS.values()) towns.sort((a, b) => b.size - a.size);

/** Ranges of postal codes; each ends before the next one. */
const RANGES = postal.from.split(";").map((entry) => {
  const [from = "", latitude, longitude] = entry.split(",");
  return { from, latitude: Number(latitude), longitude: Number(longitude) };
});

const SMALL_WORD = /^(?:am|an|der|dem|im|in|ob|bei|vor)$/;

/** „opf“ for „oberpfalz“ */
function isShortFor(short: string, word: string): boolean {
  let at = 0;
  for (const letter of word) if (letter === short[at]) at += 1;
  return word.startsWith(short.charAt(0)) && at === short.length;
}

function abbreviates(short: readonly string[], [word, ...words]: readonly string[]): boolean {
  const [part, ...parts] = short;
  if (word === undefined) return part === undefined;
  return (
    (part !== undefined && isShortFor(part, word) && abbreviates(parts, words)) ||
    (SMALL_WORD.test(word) && abbreviates(short, words))
  );
}

/** „Frankfurt a.M.“, „Rothenburg o. d. T.“ */
function townsAbbreviated([first = "", ...short]: readonly string[]): Town[] {
  const full = [...TOWNS.keys()].filter(
    (key) => key.startsWith(`${first} `) && abbreviates(short, key.split(" ").slice(1)),
  );
  return [...new Set(full.flatMap((key) => TOWNS.get(key) ?? []))];
}

/** Hundreds of people. Smaller towns share their names: „Hamm (Sieg)“. */
const CITY = 3_000;
const STATE_KEYS = new Set(Object.keys(list.towns).map(townKey));

/** „Köln Sülz“ names the city; „Köln Bonn“ names two towns, „Münster Hessen“ another one. */
function townsBefore(words: readonly string[]): Town[] {
  for (let count = words.length - 1; count > 0; count -= 1) {
    const [town] = TOWNS.get(words.slice(0, count).join(" ")) ?? [];
    const rest = words.slice(count).join(" ");
    const [part = town] = TOWNS.get(rest) ?? [];
    if (town === undefined || town.size < CITY) continue;
    return part === town && !STATE_KEYS.has(rest) ? [town] : [];
  }
  return [];
}

export function townsNamed(name: string, state: string | null): Town[] {
  const key = townKey(name);
  const isShort = /\p{L}\.|\//u.test(name);
  const found = TOWNS.get(key) ?? (isShort ? townsAbbreviated(key.split(" ")) : []);
  return found.filter((town) => state === null || town.state === state);
}

export function findUnambiguousTown(name: string, state: string | null): Town | undefined {
  const named = townsNamed(name, state);
  const [largest, next] = named.length > 0 ? named : townsBefore(townKey(name).split(" "));
  return largest && largest.size >= DOMINANT * (next?.size ?? 0) ? largest : undefined;
}

export function distanceKm(one: Point, other: Point): number {
  const wide = Math.cos(((one.latitude + other.latitude) * Math.PI) / 360);
  const east = (one.longitude - other.longitude) * wide;
  return KM_PER_DEGREE * Math.hypot(one.latitude - other.latitude, east);
}

/** Reads a town („Neustadt (Hessen)“; the largest of its name), a postal code, or „51.32,9.50“. */
export function findPlace(text: string): Point | undefined {
  const [, latitude, longitude] = /^(\d{1,2}(?:\.\d+)?) ?, ?(\d{1,2}(?:\.\d+)?)$/.exec(text) ?? [];
  if (latitude !== undefined) return { latitude: Number(latitude), longitude: Number(longitude) };
  const [code] = /^\d{5}(?= |$)/.exec(text) ?? [];
  if (code !== undefined) {
    const before = RANGES.findLast(({ from }) => from <= code);
    const isAlike = ({ from }: { from: string }) => from.startsWith(code.slice(0, 2));
    // An unknown code is placed near codes with the same first digits.
    return before && isAlike(before) ? before : (RANGES.find(isAlike) ?? before);
  }
  const [name = "", ...rest] = text.split(/[(),]/);
  const state = Object.keys(list.towns).find((one) => townKey(one) === townKey(rest.join(" ")));
  const named = state === undefined ? townNames(text) : [name];
  return named.flatMap((one) => townsNamed(one, state ?? null))[0];
}

const ALL_TOWNS = [...new Set([...TOWNS.values()].flat())];
/**
 * Hundreds of people in the towns of a box.
 * @param box south, west, north, east
 * @param states all if empty
 */
export function peopleIn(
  [south, west, north, east]: readonly [number, number, number, number],
  states: readonly string[],
): number {
  return ALL_TOWNS.reduce((people, { latitude, longitude, state, size }) => {
    const isWithin = latitude >= south && latitude < north && longitude >= west && longitude < east;
    return isWithin && (states.length === 0 || states.includes(state)) ? people + size : people;
  }, 0);
}

/** Hundreds of people; a town of this size shares no postal code. */
const LARGE = 500;
const LARGE_KM = 30;
const SMALL_KM = 5;

/** Undefined for a code that several villages share. */
export function townOfCode(code: string, place: Point): string | undefined {
  const range = RANGES.findLast(({ from }) => from <= code);
  const isThere = (town: Town) =>
    town.latitude === range?.latitude && town.longitude === range.longitude;
  const town = ALL_TOWNS.filter(isThere).sort((a, b) => b.size - a.size)[0];
  if (town === undefined) return undefined;
  const away = distanceKm(town, place);
  const isNearest = () => ALL_TOWNS.every((other) => distanceKm(other, place) >= away);
  const isPlausible =
    town.size >= LARGE ? away <= LARGE_KM : range?.from === code && away <= SMALL_KM && isNearest();
  return isPlausible ? writtenTown(town.key) : undefined;
}

/** `from` is inclusive, `before` exclusive. */
export function postalCodeRanges(centre: Point, km: number): [from: string, before: string][] {
  const found: [string, string][] = [];
  for (const [at, range] of RANGES.entries()) {
    if (distanceKm(range, centre) > km) continue;
    const before = RANGES[at + 1]?.from ?? "a";
    const last = found.at(-1);
    if (last?.[1] === range.from) last[1] = before;
    else found.push([range.from, before]);
  }
  return found;
}
