import postal from "./postal-points.json";
import { townKey, townNames, writtenTown } from "./state-regions";
import list from "./towns.json";

export interface Point {
  latitude: number;
  longitude: number;
}

/** A town or a part of one; `size` in hundreds of people. */
export type Town = Point & { key: string; state: string; size: number };

/** A place this many times larger than its namesakes is the one that a name means. */
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

/** Positions of postal codes, each up to before the next. */
const STRETCHES = postal.from.split(";").map((entry) => {
  const [from = "", latitude, longitude] = entry.split(",");
  return { from, latitude: Number(latitude), longitude: Number(longitude) };
});

/** The largest first. */
export function townsNamed(name: string, state: string | null): Town[] {
  const found = TOWNS.get(townKey(name)) ?? [];
  return found.filter((town) => state === null || town.state === state);
}

/** The town that a name means; undefined where it is ambiguous. */
export function meantTown(name: string, state: string | null): Town | undefined {
  const [largest, next] = townsNamed(name, state);
  return largest && largest.size >= DOMINANT * (next?.size ?? 0) ? largest : undefined;
}

export function distanceKm(one: Point, other: Point): number {
  const wide = Math.cos(((one.latitude + other.latitude) * Math.PI) / 360);
  const east = (one.longitude - other.longitude) * wide;
  return KM_PER_DEGREE * Math.hypot(one.latitude - other.latitude, east);
}

/**
 * A place as people write it: a town („Neustadt (Hessen)“; the largest of its name where nothing tells them apart), a
 * postal code, or „51.32,9.50“. Undefined where there is none.
 */
export function findPlace(text: string): Point | undefined {
  const [, latitude, longitude] = /^(\d{1,2}(?:\.\d+)?) ?, ?(\d{1,2}(?:\.\d+)?)$/.exec(text) ?? [];
  if (latitude !== undefined) return { latitude: Number(latitude), longitude: Number(longitude) };
  const [code] = /^\d{5}(?= |$)/.exec(text) ?? [];
  if (code !== undefined) {
    const before = STRETCHES.findLast(({ from }) => from <= code);
    const isAlike = ({ from }: { from: string }) => from.startsWith(code.slice(0, 2));
    // An unknown code lies beside those that begin like it.
    return before && isAlike(before) ? before : (STRETCHES.find(isAlike) ?? before);
  }
  const [name = "", ...rest] = text.split(/[(),]/);
  const state = Object.keys(list.towns).find((one) => townKey(one) === townKey(rest.join(" ")));
  const named = state === undefined ? townNames(text) : [name];
  return named.flatMap((one) => townsNamed(one, state ?? null))[0];
}

const ALL_TOWNS = [...new Set([...TOWNS.values()].flat())];
/** From so many hundreds of people on a town has its postal codes for itself. */
const LARGE = 500;
const LARGE_KM = 30;
const SMALL_KM = 5;

/**
 * The town that a postal code at a place stands for, where it has one: a large town, or the one that the code is named
 * after where no other lies nearer. Many codes are those of several villages.
 */
export function townOfCode(code: string, place: Point): string | undefined {
  const stretch = STRETCHES.findLast(({ from }) => from <= code);
  const isThere = (town: Town) =>
    town.latitude === stretch?.latitude && town.longitude === stretch.longitude;
  const town = ALL_TOWNS.filter(isThere).sort((a, b) => b.size - a.size)[0];
  if (town === undefined) return undefined;
  const away = distanceKm(town, place);
  const isNearest = () => ALL_TOWNS.every((other) => distanceKm(other, place) >= away);
  const isMeant =
    town.size >= LARGE
      ? away <= LARGE_KM
      : stretch?.from === code && away <= SMALL_KM && isNearest();
  return isMeant ? writtenTown(town.key) : undefined;
}

/** Stretches of postal codes around a place, each from one on up to before another. */
export function postalStretches(centre: Point, km: number): [from: string, before: string][] {
  const found: [string, string][] = [];
  for (const [at, stretch] of STRETCHES.entries()) {
    if (distanceKm(stretch, centre) > km) continue;
    const before = STRETCHES[at + 1]?.from ?? "a";
    const last = found.at(-1);
    if (last?.[1] === stretch.from) last[1] = before;
    else found.push([stretch.from, before]);
  }
  return found;
}
