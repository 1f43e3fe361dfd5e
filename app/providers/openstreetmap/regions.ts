import { z } from "zod";

/** South, west, north, east, in degrees. */
const BoxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Box = z.infer<typeof BoxSchema>;

/** Where companies are searched. */
export const AreaSchema = z.object({
  /** Tells it from others of the same name; as a region it is this area alone. */
  label: z.string(),
  /** Selects it in a query of Overpass; null where only its box is known. */
  selector: z.string().nullable(),
  box: BoxSchema,
});
export type Area = z.infer<typeof AreaSchema>;

/** Federal states with boxes around them; the border itself is Overpass's to know. */
const STATES = `Baden-Württemberg BW 47.5 7.5 49.8 10.5, Bayern BY 47.2 8.9 50.6 13.9, Berlin BE 52.3 13 52.7 13.8,
Brandenburg BB 51.3 11.2 53.6 14.8, Bremen HB 53 8.4 53.7 9, Hamburg HH 53.3 8.4 54 10.4, Hessen HE 49.3 7.7 51.7 10.3,
Mecklenburg-Vorpommern MV 53.1 10.5 54.8 14.5, Niedersachsen NI 51.2 6.3 54.1 11.7,
Nordrhein-Westfalen NW 50.3 5.8 52.6 9.5, NRW NW 50.3 5.8 52.6 9.5, Rheinland-Pfalz RP 48.9 6.1 51 8.6,
Saarland SL 49.1 6.3 49.7 7.5, Sachsen SN 50.1 11.8 51.7 15.1, Sachsen-Anhalt ST 50.9 10.5 53.1 13.2,
Schleswig-Holstein SH 53.3 7.8 55.1 11.4, Thüringen TH 50.2 9.8 51.7 12.7`;

const UMLAUTS = new Map(Object.entries({ ä: "ae", ö: "oe", ü: "ue", ß: "ss" }));

/** The same for spellings that differ in case, umlauts and signs alone. */
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
  STATES.split(/,\s/).map((line): [string, Area] => {
    const [name = "", code, ...degrees] = line.split(" ");
    const label = name === "NRW" ? "Nordrhein-Westfalen" : name;
    const selector = `area["ISO3166-2"="DE-${code}"]["admin_level"="4"]`;
    const box = BoxSchema.parse(degrees.map(Number));
    return [regionKey(name), { label, selector, box }];
  }),
);

/** Areas that nobody has to be asked for: Germany and its federal states. */
export function knownArea(place: string): Area | undefined {
  const key = regionKey(place).replace(/^(?:bundesland|freistaat|land) /, "");
  const isAll = /^(?:|(?:ganz )?deutschland(?:weit)?|bundesweit|germany|brd)$/.test(key);
  return isAll ? GERMANY : KNOWN.get(key);
}

/** Kilometres around a place where none are named. */
const AROUND_KM = 25;
const MAX_AROUND_KM = 100;
const AROUND =
  /(?:und|u\.|mit|\+) (?:Umgebung|Umland|Umkreis)|Umkreis|Gro(?:ß|ss)raum|Raum |Umgebung|Umland|rund um/i;
const KM = /(\d{1,3}) ?km/i;

/** A region as people name it: the place, and how far around it; 0 for the place alone. */
export function readRegion(text: string): { place: string; aroundKm: number } {
  const km = KM.exec(text)?.[1];
  if (km === undefined && !AROUND.test(text)) return { place: text.trim(), aroundKm: 0 };
  const bare = text.replace(KM, " ").replace(AROUND, " ").replace(/[()+]/g, " ");
  const words = bare.split(/\s+/);
  const isName = (word: string) => !/^(?:|der|dem|im|in|von|um|die)$/i.test(word);
  const named = words.slice(words.findIndex(isName), words.findLastIndex(isName) + 1);
  // „Raum Köln/Bonn“: around the first.
  const [place = ""] = named.join(" ").split("/");
  return {
    place: place || text,
    aroundKm: km === undefined ? AROUND_KM : Math.min(Number(km), MAX_AROUND_KM),
  };
}

const KM_PER_DEGREE = 111;

/** The box of an area with so many kilometres around it; the area itself for none. */
export function widened(area: Area, km: number): Area {
  if (km === 0) return area;
  const [south, west, north, east] = area.box;
  const high = km / KM_PER_DEGREE;
  const wide = high / Math.cos((((south + north) / 2) * Math.PI) / 180);
  const box: Box = [south - high, west - wide, north + high, east + wide];
  return { ...area, selector: null, box };
}

const Degrees = z.coerce.number();
/** A place as Nominatim lists it, as far as it is read here. */
export const PlaceSchema = z.looseObject({
  osm_type: z.string().catch(""),
  osm_id: z.number().catch(0),
  category: z.enum(["boundary", "place"]),
  name: z.string().catch(""),
  display_name: z.string(),
  importance: z.coerce.number().catch(0),
  place_rank: z.coerce.number().catch(30),
  boundingbox: z.tuple([Degrees, Degrees, Degrees, Degrees]),
});
type Place = z.infer<typeof PlaceSchema>;

/** Overpass numbers areas by what they are made of. */
const AREA_IDS = new Map(Object.entries({ relation: 3_600_000_000, way: 2_400_000_000 }));
/** Villages are smaller than what somebody means who types a name alone. */
const RANK_OF_TOWNS = 16;
/** How much less important a place may be and still be meant. */
const COMPARABLE = 0.1;

function toArea({ osm_type, osm_id, display_name, boundingbox }: Place): Area {
  const first = AREA_IDS.get(osm_type);
  const [south, north, west, east] = boundingbox;
  const parts = display_name.split(", ").filter((part) => !/^(?:Deutschland|\d{5})$/.test(part));
  const label = [...new Set([parts[0], ...parts.slice(1).slice(-2)])].join(", ");
  const selector = first === undefined ? null : `area(${first + osm_id})`;
  return { label, selector, box: [south, west, north, east] };
}

/**
 * The areas that a name stands for, the likeliest first: several where places of about the same importance share it, as
 * „Neustadt“ does. „Frankfurt“ is the one at the Main.
 */
export function areasOf(name: string, places: readonly Place[]): Area[] {
  const key = regionKey(name);
  const [first, ...others] = places;
  if (first === undefined) return [];
  const isAlike = (place: Place) =>
    `${regionKey(place.name)} `.startsWith(`${key} `) &&
    place.place_rank <= Math.max(RANK_OF_TOWNS, first.place_rank) &&
    place.importance >= first.importance - COMPARABLE;
  const areas = [first, ...(isAlike(first) ? others.filter(isAlike) : [])].map(toArea);
  return areas.filter(({ label }, at) => areas.findIndex((area) => area.label === label) === at);
}
