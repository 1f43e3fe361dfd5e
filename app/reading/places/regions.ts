import { z } from "zod";
import { foldText } from "~db/fold";
import { findUnambiguousTown } from "~db/german-places";
import { FEDERAL_STATES } from "./federal-states";
import known from "./known-regions.json";
import { parseFederalState } from "./parse-federal-state";

/** South, west, north, east, in degrees. */
export const BoxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Box = z.infer<typeof BoxSchema>;

export const AreaSchema = z.object({
  label: z.string(),
  /** An Overpass selector; null if only the box is known. */
  selector: z.string().nullable(),
  box: BoxSchema,
});
export type Area = z.infer<typeof AreaSchema>;

export const regionKey = (text: string) =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const GERMANY: Area = {
  label: "Deutschland",
  selector: 'area["ISO3166-1"="DE"]["admin_level"="2"]',
  box: [47.2, 5.8, 55.1, 15.1],
};
const STATES = new Map(
  Object.entries(FEDERAL_STATES).map(([code, label]): [string, Area] => {
    const selector = `area["ISO3166-2"="DE-${code}"]["admin_level"="4"]`;
    const box = BoxSchema.parse(new Map(Object.entries(known.states)).get(code));
    return [label, { label, selector, box }];
  }),
);
const KM_PER_DEGREE = 111;
const LANDSCAPES = new Map(
  Object.entries(known.landscapes).map(([label, [latitude = 0, longitude = 0, km = 0]]) => {
    const box: Box = [latitude, longitude, latitude, longitude];
    return [regionKey(label), widened({ label, selector: null, box }, km)];
  }),
);

const LEADING_WORDS = /^(?:(?:in|im|am|bei|nahe|aus|um|rund um|der|dem|den|die|das|von)\s+)+/i;
export const withoutLeadingWords = (place: string) => place.trim().replace(LEADING_WORDS, "");
const keyOfKnown = (place: string) => regionKey(withoutLeadingWords(place));

export const isLandscape = (place: string) => LANDSCAPES.has(keyOfKnown(place));

export function knownArea(place: string): Area | undefined {
  const key = keyOfKnown(place);
  const isAll = /^(?:|(?:ganz )?deutschland(?:weit)?|bundesweit|germany|brd)$/.test(key);
  return isAll ? GERMANY : (STATES.get(parseFederalState(key) ?? "") ?? LANDSCAPES.get(key));
}

const AROUND_KM = 25;
const MAX_AROUND_KM = 100;
const AROUND =
  /(?:und|u\.|mit|\+) (?:Umgebung|Umland|Umkreis)|Umkreis|Gro(?:ß|ss)raum|Raum |Umgebung|Umland|rund um/i;
const KM = /(\d{1,3}) ?km/i;

/** 0 km means the place alone. */
export function readRegion(text: string): { place: string; aroundKm: number } {
  const km = KM.exec(text)?.[1];
  if (km === undefined && !AROUND.test(text)) return { place: text.trim(), aroundKm: 0 };
  const bare = text.replace(KM, " ").replace(AROUND, " ").replace(/[()+]/g, " ");
  const words = bare.split(/\s+/);
  const isName = (word: string) => !/^(?:|der|dem|im|in|von|um|die)$/i.test(word);
  const named = words.slice(words.findIndex(isName), words.findLastIndex(isName) + 1);
  // „Raum Köln/Bonn“ means around Köln.
  const [place = ""] = named.join(" ").split("/");
  return {
    place: place || text,
    aroundKm: km === undefined ? AROUND_KM : Math.min(Number(km), MAX_AROUND_KM),
  };
}

/** The rectangle around a town for a region with a radius; null without a radius or a known town. */
export function boxAround(region: string): Box | null {
  const { place, aroundKm } = readRegion(region);
  const town = aroundKm === 0 ? undefined : findUnambiguousTown(place, null);
  if (town === undefined) return null;
  const { latitude, longitude } = town;
  const box: Box = [latitude, longitude, latitude, longitude];
  return widened({ label: place, selector: null, box }, aroundKm).box;
}

export function widened(area: Area, km: number): Area {
  if (km === 0) return area;
  const [south, west, north, east] = area.box;
  const high = km / KM_PER_DEGREE;
  const wide = high / Math.cos((((south + north) / 2) * Math.PI) / 180);
  const box: Box = [south - high, west - wide, north + high, east + wide];
  return { ...area, selector: null, box };
}

/** Numbered from the south-west. */
export function quarter([south, west, north, east]: Box, number: number): Box {
  const [lat, lon] = [(south + north) / 2, (west + east) / 2];
  const [low, high] = number < 2 ? [south, lat] : [lat, north];
  return number % 2 === 0 ? [low, west, high, lon] : [low, lon, high, east];
}

/** Length of the longer edge. */
export function edgeKm([south, west, north, east]: Box): number {
  const wide = (east - west) * Math.cos((((south + north) / 2) * Math.PI) / 180);
  return KM_PER_DEGREE * Math.max(north - south, wide);
}
