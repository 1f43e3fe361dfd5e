import { z } from "zod";
import { type Area, regionKey } from "../../reading/places/regions";

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
