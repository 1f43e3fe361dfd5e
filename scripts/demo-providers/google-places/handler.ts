import { z } from "zod";
import { createApi, fail, isWrong } from "../errors";
import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  readBody,
} from "../provider";
import { allCompanies, type Company } from "../world/companies";
import { findCompanies } from "../world/find-companies";
import { hashText } from "../world/seeded-random";

const NAME = "google-places";
const TOKEN_PREFIX = "AeCrKX";
const LARGEST_PAGE = 20;
/** Google gives at most three full pages for one query. */
const LARGEST_RESULT = 60;
/** Longer results repeat a place of the first page at the top of the second. */
const LONG_RESULT = 40;

/** A key of a project that has not enabled the service. */
const KEY_WITHOUT_SERVICE = "demo-nicht-aktiviert";

const pointSchema = z.strictObject({ latitude: z.number(), longitude: z.number() });

const areaSchema = z.strictObject({
  rectangle: z.strictObject({ low: pointSchema, high: pointSchema }),
});

/**
 * Body of `places:searchText`, as far as the product uses it.
 * Source: https://developers.google.com/maps/documentation/places/web-service/reference/rest/v1/places/searchText
 */
const searchRequestSchema = z.strictObject({
  textQuery: z.string().trim().min(1),
  languageCode: z.literal("de").optional(),
  regionCode: z.literal("DE").optional(),
  locationBias: areaSchema.optional(),
  locationRestriction: areaSchema.optional(),
  pageSize: z.int().min(0).default(0),
  pageToken: z.string().default(""),
  includePureServiceAreaBusinesses: z.boolean().default(false),
});
type SearchRequest = z.infer<typeof searchRequestSchema>;

/** Google Places API (New), Text Search: `POST /v1/places:searchText`. */
export function createGooglePlaces(): DemoProvider {
  // Built now, so that the first request of a test with short timeouts does not wait for it.
  allCompanies();
  const keyOf = (request: DemoRequest) => headerText(request, "x-goog-api-key");
  const calls = { "POST /v1/places:searchText": search, "GET /v1/places/*": findPlace };
  return createApi(NAME, keyOf, calls, refuse);
}

function refuse(key: string): DemoReply | undefined {
  if (key === "") {
    return fail(NAME, 403, { message: "Method doesn't allow unregistered callers." });
  }
  if (key === KEY_WITHOUT_SERVICE) {
    const message = "Places API (New) has not been used in this project before or it is disabled.";
    return fail(NAME, 403, { message, reason: "SERVICE_DISABLED" });
  }
  if (!isWrong(key)) return undefined;
  const message = "API key not valid. Please pass a valid API key.";
  return fail(NAME, 400, { message, reason: "API_KEY_INVALID" });
}

/**
 * A single place.
 * Source: https://developers.google.com/maps/documentation/places/web-service/place-details
 */
function findPlace(request: DemoRequest): DemoReply {
  const mask = headerText(request, "x-goog-fieldmask");
  if (mask === "") return fail(NAME, 400, { message: "FieldMask is a required parameter." });
  const id = request.path.slice(request.path.lastIndexOf("/") + 1);
  const company = allCompanies().find(({ placeId }) => placeId === id);
  if (company === undefined) {
    return fail(NAME, 404, { message: "The Place ID is no longer valid.", reason: "NOT_FOUND" });
  }
  const wanted = new Set(mask.split(",").map((field) => `places.${field}`));
  return jsonReply(200, placeJson(company, wanted), { delayMs: 150 });
}

function search(request: DemoRequest): DemoReply {
  const mask = headerText(request, "x-goog-fieldmask");
  const { input, wrong } = readBody(searchRequestSchema, request);
  const offset = input?.pageToken ? readPageToken(input) : 0;
  if (mask === "") return fail(NAME, 400, { message: "FieldMask is a required parameter." });
  if (input === undefined || offset === undefined) {
    const message = `Invalid JSON payload received. Invalid value at '${wrong ?? "page_token"}'.`;
    return fail(NAME, 400, { message });
  }
  const wanted = new Set(mask.split(","));
  const all = resultOf(input);
  // 0 or none means 20; more is cut to 20.
  const end = offset + Math.min(input.pageSize || LARGEST_PAGE, LARGEST_PAGE);
  const places = all.slice(offset, end).map((company) => placeJson(company, wanted));
  const hasMore = end < all.length && wanted.has("nextPageToken");
  const found = {
    ...(places.length > 0 && { places }),
    ...(hasMore && { nextPageToken: writePageToken(end, input) }),
  };
  // Real pages take 1.1 to 1.8 seconds, ids alone far less; the same page always takes the same time here.
  const isShort = mask === "places.id,nextPageToken";
  return jsonReply(200, found, { delayMs: isShort ? 120 : 1100 + (hashText(request.body) % 701) });
}

/** The whole result of a query, at most 60 entries. */
function resultOf(input: SearchRequest): Company[] {
  const { low, high } = input.locationRestriction?.rectangle ?? {};
  const isWithin = ({ latitude, longitude }: Company) =>
    low === undefined ||
    high === undefined ||
    (latitude >= low.latitude &&
      latitude <= high.latitude &&
      longitude >= low.longitude &&
      longitude <= high.longitude);
  const found = findCompanies(input.textQuery).filter(
    (company) =>
      (input.includePureServiceAreaBusinesses || !company.serviceAreaOnly) && isWithin(company),
  );
  // Google sometimes repeats a place of the previous page; here long results do so once.
  const repeated = found.length > LONG_RESULT ? found.slice(17, 18) : [];
  return [...found.slice(0, LARGEST_PAGE), ...repeated, ...found.slice(LARGEST_PAGE)].slice(
    0,
    LARGEST_RESULT,
  );
}

/** An opaque token for the page that begins at `offset`; the search's other parameters must stay the same. */
function writePageToken(offset: number, { pageToken, pageSize, ...fixed }: SearchRequest): string {
  const token = `${offset}.${hashText(JSON.stringify(fixed))}`;
  return TOKEN_PREFIX + Buffer.from(token).toString("base64url");
}

/** Undefined if this server did not write the token for these parameters. */
function readPageToken(input: SearchRequest): number | undefined {
  const token = input.pageToken.slice(TOKEN_PREFIX.length);
  const offset = Number(Buffer.from(token, "base64url").toString("utf8").split(".")[0]);
  return writePageToken(offset, input) === input.pageToken ? offset : undefined;
}

/**
 * A company as `Place`, with the wanted fields. A field without a value is an absent key, never null, as on the wire.
 * Source: https://developers.google.com/maps/documentation/places/web-service/reference/rest/v1/places
 */
function placeJson(company: Company, wanted: ReadonlySet<string>): Record<string, unknown> {
  const { trade, serviceAreaOnly } = company;
  const place = {
    id: company.placeId,
    types: [...trade.types, ...(serviceAreaOnly ? [] : ["point_of_interest", "establishment"])],
    nationalPhoneNumber: company.phone?.national,
    internationalPhoneNumber: company.phone?.international,
    ...(serviceAreaOnly ? {} : locationFields(company)),
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
  const isSent = ([field, value]: [string, unknown]) =>
    value !== undefined && wanted.has(`places.${field}`);
  return Object.fromEntries(Object.entries(place).filter(isSent));
}

function locationFields({ seat, street, houseNumber, latitude, longitude }: Company) {
  const { state, district, locality, postalCode } = seat;
  const component = (longText: string, types: string, shortText = longText) => ({
    ...{ longText, shortText, languageCode: "de" },
    types: types.split(" "),
  });
  return {
    formattedAddress: `${street} ${houseNumber}, ${postalCode} ${locality}, Deutschland`,
    addressComponents: [
      component(houseNumber, "street_number"),
      component(street, "route"),
      ...(district ? [component(district, "sublocality_level_1 sublocality political")] : []),
      component(locality, "locality political"),
      component(state.name, "administrative_area_level_1 political", state.shortText),
      component("Deutschland", "country political", "DE"),
      component(postalCode, "postal_code"),
    ],
    location: { latitude, longitude },
  };
}
