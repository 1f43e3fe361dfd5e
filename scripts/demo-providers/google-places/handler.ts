import { z } from "zod";
import { fail, isWrong } from "../errors";
import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  parseJson,
} from "../provider";
import { allCompanies, type Company } from "../world/companies";
import { findCompanies } from "../world/find-companies";
import { foldWords } from "../world/folded-text";
import { hashText } from "../world/seeded-random";

/** Fields of `Place` in the public description of the API that a client of ours asks for. */
const PLACE_FIELDS = new Set(
  `addressComponents businessStatus displayName formattedAddress googleMapsUri id location nationalPhoneNumber
  internationalPhoneNumber primaryType primaryTypeDisplayName pureServiceAreaBusiness rating types userRatingCount
  websiteUri`.split(/\s+/),
);

/**
 * The first path of an `X-Goog-FieldMask` that the answer does not have, blanks included; "*" stands for everything.
 * Source: https://developers.google.com/maps/documentation/places/web-service/choose-fields
 */
function findUnknownPath(paths: readonly string[]): string | undefined {
  return paths.find((path) => {
    const [answerField, placeField = "*"] = path.split(".");
    if (answerField !== "places") return path !== "*" && path !== "nextPageToken";
    return placeField !== "*" && !PLACE_FIELDS.has(placeField);
  });
}

/** Leaves only the wanted fields of an answer; absent fields stay absent. */
function applyFieldMask(value: unknown, paths: readonly string[]): unknown {
  if (paths.includes("") || paths.includes("*")) return value;
  if (Array.isArray(value)) return value.map((entry) => applyFieldMask(entry, paths));
  if (typeof value !== "object" || value === null) return value;
  const wanted = Object.entries(value).flatMap(([name, field]) => {
    const below = paths.filter((path) => path === name || path.startsWith(`${name}.`));
    const rests = below.map((path) => path.slice(name.length + 1));
    return rests.length === 0 ? [] : [[name, applyFieldMask(field, rests)]];
  });
  return Object.fromEntries(wanted);
}

const NAME = "google-places";
const TOKEN_PREFIX = "AeCrKX";
const SEARCH_PATH = "/v1/places:searchText";
const LARGEST_PAGE = 20;
/** Google gives at most three full pages for one query. */
const LARGEST_RESULT = 60;
/** Results longer than this begin their second page with a place of the first. */
const LONG_RESULT = 40;

/** With this key the service is not switched on for the project. */
const KEY_WITHOUT_SERVICE = "demo-nicht-aktiviert";

const pointSchema = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

/**
 * Body of `places:searchText`, as far as the product uses it.
 * Source: https://developers.google.com/maps/documentation/places/web-service/reference/rest/v1/places/searchText
 */
const searchRequestSchema = z.strictObject({
  textQuery: z.string().trim().min(1),
  languageCode: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .optional(),
  regionCode: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .optional(),
  locationBias: z
    .strictObject({ rectangle: z.strictObject({ low: pointSchema, high: pointSchema }) })
    .optional(),
  pageSize: z.int().min(0).default(0),
  pageToken: z.string().default(""),
  includePureServiceAreaBusinesses: z.boolean().default(false),
});
type SearchRequest = z.infer<typeof searchRequestSchema>;

/** What a key test with "Rathaus Berlin" finds; the demo world has no public buildings otherwise. */
const townHall = {
  id: "ChIJDemoRathaus0000000000000",
  types: ["city_hall", "point_of_interest", "establishment"],
  displayName: { text: "Rathaus Neu-Lindrach", languageCode: "de" },
};

/** Google Places API (New), Text Search: `POST /v1/places:searchText`. */
export function createGooglePlaces(): DemoProvider {
  // Made now, so that the first request of a test with short timeouts does not wait for it.
  allCompanies();
  return { name: NAME, answer, errorReply: (status) => fail(NAME, status) };
}

function answer(request: DemoRequest): DemoReply {
  if (request.path !== SEARCH_PATH) return fail(NAME, 404);
  if (request.method !== "POST") return fail(NAME, 405, { allow: "POST" });
  const key = headerText(request, "x-goog-api-key");
  if (key === "") {
    const message =
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";
    return fail(NAME, 403, { message });
  }
  if (key === KEY_WITHOUT_SERVICE) {
    const message = "Places API (New) has not been used in this project before or it is disabled.";
    return fail(NAME, 403, { message, reason: "SERVICE_DISABLED" });
  }
  if (!isWrong(key)) return search(request);
  const message = "API key not valid. Please pass a valid API key.";
  return fail(NAME, 400, { message, reason: "API_KEY_INVALID" });
}

function invalid(message: string, field?: string): DemoReply {
  return fail(NAME, 400, { message, field });
}

function search(request: DemoRequest): DemoReply {
  const maskHeader = headerText(request, "x-goog-fieldmask");
  if (maskHeader === "") {
    return invalid(
      "FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide it.",
    );
  }
  const mask = maskHeader.split(",");
  const unknown = findUnknownPath(mask);
  if (unknown !== undefined) {
    const message = `Error expanding 'fields' parameter. Cannot find matching fields for path '${unknown}'.`;
    return invalid(message, "fields");
  }
  const json = parseJson(request.body);
  if (json === undefined) return invalid("Invalid JSON payload received. Unexpected token.");
  const parsed = searchRequestSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return invalid(`Invalid JSON payload received. ${issue?.message}`, issue?.path.join("."));
  }
  const input = parsed.data;
  const offset = input.pageToken === "" ? 0 : readPageToken(input);
  if (offset === undefined) {
    return invalid(
      "Request parameters for paging requests must match the initial SearchText request.",
      "page_token",
    );
  }
  const all = resultOf(input).map((company) => placeJson(company, input.languageCode));
  if (all.length === 0 && foldWords(input.textQuery).startsWith("rathaus")) all.push(townHall);
  // 0 and absent mean 20, more than 20 is cut.
  const size = Math.min(input.pageSize || LARGEST_PAGE, LARGEST_PAGE);
  const end = offset + size;
  const page = all.slice(offset, end);
  const found = {
    ...(page.length > 0 ? { places: page } : {}),
    ...(end < all.length ? { nextPageToken: writePageToken(end, input) } : {}),
  };
  // Real pages take 1.1 to 1.8 seconds; the same page always takes the same time here.
  return jsonReply(200, applyFieldMask(found, mask), {
    delayMs: 1100 + (hashText(request.body) % 701),
  });
}

/** The whole result of a query, at most 60 entries. */
function resultOf(input: SearchRequest): Company[] {
  const found = findCompanies(input.textQuery).filter(
    (company) => input.includePureServiceAreaBusinesses || !company.serviceAreaOnly,
  );
  // Google sometimes shows a place of the page before once more; here long results do so once.
  const repeated = found.length > LONG_RESULT ? found.slice(17, 18) : [];
  return [...found.slice(0, LARGEST_PAGE), ...repeated, ...found.slice(LARGEST_PAGE)].slice(
    0,
    LARGEST_RESULT,
  );
}

/** An opaque token for the page that begins at `offset` of a search, whose other parameters must stay the same. */
function writePageToken(offset: number, { pageToken, pageSize, ...fixed }: SearchRequest): string {
  const token = `${offset}.${hashText(JSON.stringify(fixed))}`;
  return TOKEN_PREFIX + Buffer.from(token).toString("base64url");
}

/** Reads a token back; undefined when this server has not written it for these parameters. */
function readPageToken(input: SearchRequest): number | undefined {
  const token = input.pageToken.slice(TOKEN_PREFIX.length);
  const offset = Number(Buffer.from(token, "base64url").toString("utf8").split(".")[0]);
  return writePageToken(offset, input) === input.pageToken ? offset : undefined;
}

/**
 * A company as `Place`. What it does not have is an absent key, never null, as on the real wire.
 * Source: https://developers.google.com/maps/documentation/places/web-service/reference/rest/v1/places
 */
function placeJson(company: Company, languageCode = "en"): Record<string, unknown> {
  const isGerman = languageCode.startsWith("de");
  const { trade, serviceAreaOnly } = company;
  const place = {
    id: company.placeId,
    types: [...trade.types, ...(serviceAreaOnly ? [] : ["point_of_interest", "establishment"])],
    nationalPhoneNumber: company.phone?.national,
    internationalPhoneNumber: company.phone?.international,
    ...(serviceAreaOnly ? {} : whereabouts(company, isGerman)),
    rating: company.rating,
    googleMapsUri: `https://maps.google.com/?cid=${company.mapsCid}`,
    websiteUri: company.website,
    businessStatus: company.status,
    userRatingCount: company.ratingCount,
    displayName: { text: company.name, languageCode: "de" },
    primaryTypeDisplayName: trade.types[0] && { text: trade.label, languageCode: "de" },
    primaryType: trade.types.find((type) => type !== "service"),
    pureServiceAreaBusiness: serviceAreaOnly || undefined,
  };
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
}

function whereabouts({ seat, street, houseNumber, ...company }: Company, isGerman: boolean) {
  const { state, district, locality, postalCode } = seat;
  const country = isGerman ? "Deutschland" : "Germany";
  const component = (longText: string, types: string[], shortText = longText) => ({
    longText,
    shortText,
    types,
    languageCode: isGerman ? "de" : "en",
  });
  const stateName = isGerman ? state.name : state.englishName;
  return {
    formattedAddress: `${street} ${houseNumber}, ${postalCode} ${locality}, ${country}`,
    addressComponents: [
      component(houseNumber, ["street_number"]),
      component(street, ["route"]),
      ...(district === undefined
        ? []
        : [component(district, ["sublocality_level_1", "sublocality", "political"])]),
      component(locality, ["locality", "political"]),
      component(stateName, ["administrative_area_level_1", "political"], state.shortText),
      component(country, ["country", "political"], "DE"),
      component(postalCode, ["postal_code"]),
    ],
    location: { latitude: company.latitude, longitude: company.longitude },
  };
}
