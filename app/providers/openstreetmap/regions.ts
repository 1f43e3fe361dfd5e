import { z } from "zod";
import known from "./known-regions.json";

/** South, west, north, east, in degrees. */
const BoxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Box = z.infer<typeof BoxSchema>;

export const AreaSchema = z.object({
  label: z.string(),
  /** An Overpass selector; null if only the box is known. */
  selector: z.string().nullable(),
  box: BoxSchema,
});
export type Area = z.infer<typeof AreaSchema>;

const UMLAUTS = new Map(Object.entries({ ä: "ae", ö: "oe", ü: "ue", ß: "ss" }));

export function regionKey(text: string): string {
  const plain = text.toLowerCase().replace(/[äöüß]/g, (letter) => UMLAUTS.get(letter) ?? "");
  return plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

const GERMANY: Area = {
  label: "Deutschland",
  selector: 'area["ISO3166-1"="DE"]["admin_level"="2"]',
  box: [47.2, 5.8, 55.1, 15.1],
};
const KNOWN = new Map(
  Object.entries(known.states).map(([name, [code, ...degrees]]): [string, Area] => {
    const label = name === "NRW" ? "Nordrhein-Westfalen" : name;
    const selector = `area["ISO3166-2"="DE-${code}"]["admin_level"="4"]`;
    return [regionKey(name), { label, selector, box: BoxSchema.parse(degrees) }];
  }),
);
const KM_PER_DEGREE = 111;
const LANDSCAPES = new Map(
  Object.entries(known.landscapes).map(([label, [latitude = 0, longitude = 0, km = 0]]) => {
    const box: Box = [latitude, longitude, latitude, longitude];
    return [regionKey(label), widened({ label, selector: null, box }, km)];
  }),
);

const keyOfKnown = (place: string) =>
  regionKey(place).replace(/^(?:(?:im|in|am|der|die|das|den|dem|bundesland|freistaat|land) )+/, "");

export const isLandscape = (place: string) => LANDSCAPES.has(keyOfKnown(place));

export function knownArea(place: string): Area | undefined {
  const key = keyOfKnown(place);
  const isAll = /^(?:|(?:ganz )?deutschland(?:weit)?|bundesweit|germany|brd)$/.test(key);
  return isAll ? GERMANY : (KNOWN.get(key) ?? LANDSCAPES.get(key));
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

export function widened(area: Area, km: number): Area {
  if (km === 0) return area;
  const [south, west, north, east] = area.box;
  const high = km / KM_PER_DEGREE;
  const wide = high / Math.cos((((south + north) / 2) * Math.PI) / 180);
  const box: Box = [south - high, west - wide, north + high, east + wide];
  return { ...area, selector: null, box };
}

const Degrees = z.coerce.number();
/** Rank of farms and blocks; streets and houses rank higher. */
const NARROWEST = 22;
export const PlaceSchema = z.looseObject({
  osm_type: z.string().catch(""),
  osm_id: z.number().catch(0),
  category: z.string(),
  name: z.string().catch(""),
  display_name: z.string(),
  importance: z.coerce.number().catch(0),
  place_rank: z.coerce.number().catch(NARROWEST),
  address: z.record(z.string(), z.string()).catch({}),
  boundingbox: z.tuple([Degrees, Degrees, Degrees, Degrees]),
});
type Place = z.infer<typeof PlaceSchema>;

export const isArea = ({ category, place_rank }: Place) =>
  ["boundary", "place"].includes(category) && place_rank <= NARROWEST;

/** Overpass adds these offsets to OSM ids. */
const AREA_IDS = new Map(Object.entries({ relation: 3_600_000_000, way: 2_400_000_000 }));
const RANK_OF_TOWNS = 16;
const COMPARABLE = 0.1;

function toArea({ osm_type, osm_id, display_name, boundingbox }: Place): Area {
  const first = AREA_IDS.get(osm_type);
  const [south, north, west, east] = boundingbox;
  const parts = display_name.split(", ").filter((part) => !/^(?:Deutschland|\d{5})$/.test(part));
  const label = [...new Set([parts[0], ...parts.slice(1).slice(-2)])].join(", ");
  const selector = first === undefined ? null : `area(${first + osm_id})`;
  return { label, selector, box: [south, west, north, east] };
}

/** The likeliest first; several if places of similar importance share the name („Neustadt“). */
export function areasOf(name: string, places: readonly Place[]): Area[] {
  const key = regionKey(name);
  const [first, ...others] = places.filter(isArea);
  if (first === undefined) return [];
  const isAlike = (place: Place) =>
    `${regionKey(place.name)} `.startsWith(`${key} `) &&
    place.place_rank <= Math.max(RANK_OF_TOWNS, first.place_rank) &&
    place.importance >= first.importance - COMPARABLE;
  const areas = [first, ...(isAlike(first) ? others.filter(isAlike) : [])].map(toArea);
  return areas.filter(({ label }, at) => areas.findIndex((area) => area.label === label) === at);
}
