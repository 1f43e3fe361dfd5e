import {
  type DemoProvider,
  type DemoReply,
  type DemoRequest,
  headerText,
  jsonReply,
  parseJson,
} from "../provider";
import { allCompanies, type Company } from "../world/companies";
import { findCompanies, type Position } from "../world/find-companies";
import { foldText } from "../world/folded-text";
import { hashText } from "../world/seeded-random";
import { trades } from "../world/trades";
import { applyFieldMask, type MaskNode, parseFieldMask, UnknownMaskPath } from "./field-mask";
import { fingerprint, readPageToken, writePageToken } from "./page-token";
import { placeJson } from "./place-json";
import { firstProblem, type SearchRequest, searchRequestSchema } from "./search-request";
import {
  CONTENT_TYPE,
  errorForKey,
  errorForStatus,
  fieldMaskMissing,
  invalidArgument,
  keyMissing,
  methodNotAllowed,
  notFound,
} from "./status-errors";

const SEARCH_PATH = "/v1/places:searchText";
const LARGEST_PAGE = 20;
/** Google gives at most three full pages for one query. */
const LARGEST_RESULT = 60;
/** Results longer than this begin their second page with a place of the first. */
const LONG_RESULT = 40;
const REPEAT_AT = 20;
const REPEATED = 17;

/** What a key test with "Rathaus Berlin" finds; the demo world has no public buildings otherwise. */
const townHall = {
  id: "ChIJDemoRathaus0000000000000",
  name: "places/ChIJDemoRathaus0000000000000",
  types: ["city_hall", "point_of_interest", "establishment"],
  displayName: { text: "Rathaus Neu-Lindrach", languageCode: "de" },
};

/** Google Places API (New), Text Search: `POST /v1/places:searchText`. */
export function createGooglePlaces(): DemoProvider {
  // Made now, so that the first request of a test with short timeouts does not wait for it.
  allCompanies();
  return { name: "google-places", answer, errorReply: errorForStatus };
}

function answer(request: DemoRequest): DemoReply {
  if (request.path !== SEARCH_PATH) return notFound();
  if (request.method !== "POST") return methodNotAllowed();
  const key = headerText(request, "x-goog-api-key");
  if (key === "") return keyMissing();
  const keyError = errorForKey(key);
  if (keyError) return keyError;
  const maskHeader = headerText(request, "x-goog-fieldmask");
  if (maskHeader === "") return fieldMaskMissing();
  try {
    return search(request, parseFieldMask(maskHeader));
  } catch (error) {
    if (error instanceof UnknownMaskPath) return invalidArgument(error.message, "fields");
    throw error;
  }
}

function search(request: DemoRequest, mask: MaskNode): DemoReply {
  const json = parseJson(request.body);
  if (json === undefined) {
    return invalidArgument("Invalid JSON payload received. Unexpected token.");
  }
  const parsed = searchRequestSchema.safeParse(json);
  if (!parsed.success) {
    const { message, field } = firstProblem(parsed.error);
    return invalidArgument(message, field);
  }
  const input = parsed.data;
  const parameters = fingerprint(input);
  const offset = input.pageToken ? readPageToken(input.pageToken, parameters) : 0;
  if (offset === undefined) {
    return invalidArgument(
      "Request parameters for paging requests must match the initial SearchText request.",
      "page_token",
    );
  }
  const all = resultOf(input).map((company) => placeJson(company, input.languageCode));
  if (all.length === 0 && foldText(input.textQuery).startsWith("rathaus")) all.push(townHall);
  const end = offset + pageSizeOf(input);
  const page = all.slice(offset, end);
  const found = {
    ...(page.length > 0 ? { places: page } : {}),
    ...(end < all.length ? { nextPageToken: writePageToken(end, parameters) } : {}),
  };
  return jsonReply(200, applyFieldMask(found, mask), {
    contentType: CONTENT_TYPE,
    // Real pages take 1.1 to 1.8 seconds; the same page always takes the same time here.
    delayMs: 1100 + (hashText(request.body) % 701),
  });
}

/** 0 and absent mean 20, more than 20 is cut; negative numbers are refused before. */
function pageSizeOf({ pageSize, maxResultCount }: SearchRequest): number {
  const wanted = pageSize || maxResultCount || LARGEST_PAGE;
  return Math.min(wanted, LARGEST_PAGE);
}

/** The whole result of a query, at most 60 entries. */
function resultOf(input: SearchRequest): Company[] {
  const types = input.strictTypeFiltering ? input.includedType : undefined;
  const found = findCompanies({
    text: input.textQuery,
    rectangle: input.locationRestriction?.rectangle,
    includeServiceAreaOnly: input.includePureServiceAreaBusinesses ?? false,
    near: input.locationBias && centreOf(input.locationBias),
  })
    .filter((company) => types === undefined || hasType(company, types))
    .filter(({ rating = 0 }) => rating >= (input.minRating ?? 0));
  // Google sometimes shows a place of the page before once more; here long results do so once.
  const repeated = found.length > LONG_RESULT ? found.slice(REPEATED, REPEATED + 1) : [];
  return [...found.slice(0, REPEAT_AT), ...repeated, ...found.slice(REPEAT_AT)].slice(
    0,
    LARGEST_RESULT,
  );
}

function centreOf(bias: NonNullable<SearchRequest["locationBias"]>): Position {
  if ("circle" in bias) return bias.circle.center;
  const { low, high } = bias.rectangle;
  return {
    latitude: (low.latitude + high.latitude) / 2,
    longitude: (low.longitude + high.longitude) / 2,
  };
}

function hasType(company: Company, type: string): boolean {
  const trade = trades.find(({ key }) => key === company.trades[0]);
  return trade?.types.includes(type) ?? false;
}
