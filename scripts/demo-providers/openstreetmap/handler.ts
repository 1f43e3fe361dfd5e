import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  textReply,
} from "../provider";
import { allCompanies, type Company } from "../world/companies";
import { foldWords } from "../world/folded-text";
import { type Place, places, placesOf } from "../world/places";
import { hashText } from "../world/seeded-random";

/** The first relation id, and the offset that Overpass adds to it for an area id. */
const FIRST_RELATION = 7_000_000;
const FIRST_AREA = 3_600_000_000;
/** The only place abroad in this world. */
const VIENNA = {
  category: "boundary",
  place_rank: 8,
  name: "Wien",
  display_name: "Wien, Österreich",
  boundingbox: ["48.1179070", "48.3226680", "16.1818310", "16.5775140"],
};

const refusal = (status: number) =>
  textReply(status, "text/html; charset=utf-8", `<p><strong>Error</strong>: ${status}</p>`, 60);

/** Both services refuse the default user agents of libraries. */
const isUnknown = (request: DemoRequest) =>
  /^(?:|node|undici|curl\b.*|python\b.*)$/i.test(headerText(request, "user-agent"));

/** Nominatim: `GET /search`. Source: https://nominatim.org/release-docs/latest/api/Search/ */
export function createNominatim(): DemoProvider {
  function answer(request: DemoRequest): DemoReply {
    if (request.path !== "/search") return refusal(404);
    if (isUnknown(request)) return refusal(403);
    const name = foldWords(request.query.get("q") ?? "").replace(/^(?:stadt|landkreis|kreis) /, "");
    if (name === "wien") {
      return jsonReply(200, request.query.has("countrycodes") ? [] : [VIENNA], { delayMs: 300 });
    }
    const found = new Map<string, Place>();
    for (const place of places) {
      const names = [place.postalCode, place.district ?? place.locality].map(foldWords);
      if (names.some((known) => known === name || known.startsWith(`${name} `))) {
        found.set(`${place.district ?? place.locality}/${place.state.code}`, place);
      }
    }
    const hits = [...found.values()].map(placeJson).sort((a, b) => b.importance - a.importance);
    const limit = Number(request.query.get("limit") ?? 10);
    return jsonReply(200, hits.slice(0, limit), { delayMs: 300 });
  }
  return { name: "nominatim", answer, errorReply: refusal };
}

function placeJson(place: Place) {
  const { district, locality, state, latitude, longitude } = place;
  const name = district ?? locality;
  const box = [latitude - 0.05, latitude + 0.05, longitude - 0.08, longitude + 0.08];
  const rank = Math.log2(placesOf(state).indexOf(place) + 1);
  return {
    osm_type: "relation",
    osm_id: FIRST_RELATION + places.indexOf(place),
    category: "boundary",
    place_rank: district === undefined ? 16 : 20,
    importance: (district === undefined ? 0.75 : 0.4) - 0.06 * rank,
    name,
    display_name: [name, ...(district ? [locality] : []), state.name, "Deutschland"].join(", "),
    address: { city: locality, state: state.name, country: "Deutschland", country_code: "de" },
    boundingbox: box.map((degrees) => degrees.toFixed(7)),
  };
}

/** Overpass: `POST /api/interpreter`. Source: https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL */
export function createOverpass(): DemoProvider {
  function answer(request: DemoRequest): DemoReply {
    if (request.path !== "/api/interpreter") return refusal(404);
    if (isUnknown(request)) return refusal(406);
    const query = new URLSearchParams(request.body).get("data") ?? "";
    const statements = [
      ...query.matchAll(/^nwr((?:\[[^\]]+\])+)(?:\(area\.a\))?(?:\(([-\d.,]+)\))?;$/gm),
    ];
    const limit = Number(/^out .*\s(\d+);$/m.exec(query)?.[1]);
    if (statements.length === 0 || !Number.isInteger(limit)) return refusal(400);
    const isThere = areaOf(query);
    const elements = allCompanies()
      .filter((company) => company.status !== "CLOSED_PERMANENTLY" && isThere(company))
      .map((company) => ({ company, tags: tagsOf(company) }))
      .filter(({ company, tags }) =>
        statements.some(([, conditions = "", box]) => isIn(company, box) && fits(tags, conditions)),
      )
      .slice(0, limit)
      .map(({ company, tags }) => elementJson(company, tags));
    return jsonReply(200, { version: 0.6, elements }, { delayMs: 900 });
  }
  return { name: "overpass", answer, errorReply: refusal };
}

function areaOf(query: string): (company: Company) => boolean {
  const code = /"ISO3166-2"="DE-(\w\w)"/.exec(query)?.[1];
  if (code !== undefined) return ({ seat }) => seat.state.code === code;
  const id = /area\((\d+)\)->/.exec(query)?.[1];
  if (id === undefined) return () => true;
  const place = places[Number(id) - FIRST_AREA - FIRST_RELATION];
  const isWhole = place?.district === undefined;
  return ({ seat }) => (isWhole ? seat.locality === place?.locality : seat === place);
}

function isIn({ latitude, longitude }: Company, box: string | undefined): boolean {
  const [south = -90, west = -180, north = 90, east = 180] = box?.split(",").map(Number) ?? [];
  return latitude >= south && latitude < north && longitude >= west && longitude < east;
}

function fits(tags: Record<string, string>, conditions: string): boolean {
  return [...conditions.matchAll(/\["([^"]+)"(?:([=~])"([^"]*)"(?:,i)?)?\]/g)].every(
    ([, key = "", sign, value = ""]) => {
      const given = tags[key];
      if (given === undefined || sign === undefined) return given !== undefined;
      return sign === "=" ? given === value : new RegExp(value, "i").test(given);
    },
  );
}

/** A quarter of the companies have no website tag, and a quarter have an email tag. */
function tagsOf(company: Company): Record<string, string> {
  const { name, trade, phone, website, domain, seat, street, houseNumber, placeId } = company;
  const slot = hashText(`osm/${placeId}`) % 4;
  const tags = {
    name,
    ...Object.fromEntries(trade.osm.map((tag) => tag.split("="))),
    "addr:street": street,
    "addr:housenumber": houseNumber,
    "addr:postcode": seat.postalCode,
    "addr:city": seat.locality,
    phone: phone?.international,
    website: slot === 0 ? undefined : website,
    "contact:email": slot === 1 && domain ? `info@${domain}` : undefined,
  };
  const known = Object.entries(tags).filter((tag): tag is [string, string] => Boolean(tag[1]));
  return Object.fromEntries(known);
}

function elementJson(
  { placeId, latitude: lat, longitude: lon }: Company,
  tags: Record<string, string>,
) {
  const id = hashText(placeId);
  return id % 2 === 0
    ? { type: "node", id, lat, lon, tags }
    : { type: "way", id, center: { lat, lon }, tags };
}
