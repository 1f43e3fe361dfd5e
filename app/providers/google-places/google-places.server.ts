import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { boxAround } from "../../reading/places/regions";
import type { CompanySearch, MapSearch } from "../company-search";
import type { CallSettings } from "../fetch/call-provider.server";
import { TextSchema } from "../fetch/loose-fields";
import {
  type Access,
  type CheckKey,
  KEY_CHECK_LIMITS,
  readEntries,
  serviceClient,
  workingKey,
} from "../fetch/service-client.server";
import { ProviderError, type ProviderErrorKind } from "../provider-error";
import { SERVICE_NAMES } from "../services";
import { PlaceSchema, toCompanyHit } from "./place";

const FIELDS =
  `id displayName formattedAddress addressComponents location types primaryType primaryTypeDisplayName businessStatus
  googleMapsUri websiteUri nationalPhoneNumber internationalPhoneNumber rating userRatingCount pureServiceAreaBusiness`.split(
    /\s+/,
  );
/** Without `nextPageToken` in the mask the list ends silently after 20. */
const maskOf = (fields: readonly string[]) =>
  [...fields.map((field) => `places.${field}`), "nextPageToken"].join(",");

/** An empty result is `{}`. An unreadable place is skipped; an invalid token ends the list. */
const SearchTextSchema = z.object({
  places: z.array(z.unknown()).nullish(),
  nextPageToken: z.string().trim().min(1).nullable().catch(null),
});

const ErrorSchema = z.object({
  error: z.object({
    message: z.string().default(""),
    details: z
      .array(
        z.object({
          reason: z.string().optional(),
          metadata: z
            .object({ quota_unit: TextSchema, quota_limit: TextSchema })
            .catch({ quota_unit: "", quota_limit: "" }),
        }),
      )
      .catch([]),
  }),
});

/** Google's reason decides, then the status, never the English text alone. A wrong key is a 400 here. */
function classify(status: number, body: unknown): ProviderErrorKind | null {
  const parsed = ErrorSchema.safeParse(body);
  if (!parsed.success) return null;
  const { error } = parsed.data;
  const info = error.details.find((detail) => detail.reason !== undefined);
  if (info?.reason === "API_KEY_INVALID") return "auth";
  if (info?.reason === "BILLING_DISABLED") return "billing_off";
  if (status === 403) return /enable billing/i.test(error.message) ? "billing_off" : "forbidden";
  if (status !== 429) return null;
  const { quota_unit: unit = "", quota_limit: limit = "" } = info?.metadata ?? {};
  const isDaily =
    unit === "" ? /per ?day|daily/i.test(`${limit} ${error.message}`) : /^1\/d\//.test(unit);
  return isDaily ? "day_quota" : "rate_limited";
}

/** The minute quota refills within two tries. Google sends no wait header, but sometimes names one in the body. */
const QUOTA_WAIT_MS = 30_000;

function waitMs(asked: number | null, status: number, body: unknown): number | null {
  if (asked !== null || status !== 429) return asked;
  const seconds = /"retryDelay":"(\d+)(?:\.\d+)?s"/.exec(JSON.stringify(body) ?? "")?.[1];
  return seconds === undefined ? QUOTA_WAIT_MS : (Number(seconds) + 1) * 1_000;
}

const ask = serviceClient({
  provider: SERVICE_NAMES["google-places"],
  keyHeader: (apiKey) => ({ "x-goog-api-key": apiKey }),
  classify,
  waitMs,
});
const TEXT_SEARCH = { method: "POST", path: "/v1/places:searchText" } as const;
/** Without a rectangle Google searches around the server; a place in the query takes precedence. */
const GERMAN = { languageCode: "de", regionCode: "DE" };
const IN_GERMANY = {
  ...GERMAN,
  locationBias: {
    rectangle: {
      low: { latitude: 47.2, longitude: 5.8 },
      high: { latitude: 55.1, longitude: 15.1 },
    },
  },
};

function inRegion({ query, region, box: given }: MapSearch) {
  const around = given ? null : boxAround(region);
  // Google takes „Berlin + 30 km“ for Berlin.
  const textQuery = region === "" || around !== null ? query : `${query} in ${region}`;
  const box = given ?? around;
  if (box === null) return { ...IN_GERMANY, textQuery };
  const [south, west, north, east] = box;
  const rectangle = {
    low: { latitude: south, longitude: west },
    high: { latitude: north, longitude: east },
  };
  return { ...GERMAN, textQuery, locationRestriction: { rectangle } };
}

/** Google refuses an outdated token or id. */
const isRefused = (error: unknown) =>
  error instanceof ProviderError && (error.kind === "bad_request" || error.status === 404);

/** A fresh token may be refused once. */
const TOKEN_WAIT_MS = 2_000;

/**
 * Text search of the Places API (New): 20 places a page, at most 60 a search; and single places.
 * Sources: https://developers.google.com/maps/documentation/places/web-service/text-search,
 * https://developers.google.com/maps/documentation/places/web-service/place-details
 */
export function googlePlaces(access: Access, settings: CallSettings): CompanySearch {
  async function searchText(
    search: MapSearch,
    fields: readonly string[],
    cursor: string | null,
    signal: AbortSignal,
  ) {
    const question = {
      ...TEXT_SEARCH,
      headers: { "x-goog-fieldmask": maskOf(fields) },
      body: {
        ...inRegion(search),
        pageSize: 20,
        includePureServiceAreaBusinesses: true,
        ...(cursor === null ? {} : { pageToken: cursor }),
      },
      schema: SearchTextSchema,
      signal,
    };
    const answer = await ask(access, settings, question).catch(async (error: unknown) => {
      if (cursor === null || !isRefused(error)) throw error;
      await delay(TOKEN_WAIT_MS / settings.retrySpeed, undefined, { signal });
      return ask(access, settings, question);
    });
    return { places: answer.places ?? [], nextCursor: answer.nextPageToken };
  }
  return {
    id: "google-places",
    name: SERVICE_NAMES["google-places"],
    maxResults: 60,
    pageSize: 20,
    async searchPage(search, cursor, signal) {
      const { places, nextCursor } = await searchText(search, FIELDS, cursor, signal);
      const { read, unreadable } = readEntries("google-places", PlaceSchema, places);
      // Google bills each page as one request.
      return { hits: read.map(toCompanyHit), unreadable, nextCursor, creditsCharged: 1 };
    },
    places: {
      async searchIds(search, cursor, signal) {
        const { places, nextCursor } = await searchText(search, ["id"], cursor, signal);
        const { read } = readEntries("google-places", IdSchema, places);
        return { ids: read.map(({ id }) => id), nextCursor };
      },
      async find(id, signal) {
        const question = {
          method: "GET" as const,
          path: `/v1/places/${encodeURIComponent(id)}?languageCode=de&regionCode=DE`,
          headers: { "x-goog-fieldmask": FIELDS.join(",") },
          schema: PlaceSchema,
          signal,
        };
        return ask(access, settings, question).then(toCompanyHit, (error: unknown) => {
          if (isRefused(error)) return null;
          throw error;
        });
      },
    },
  };
}

/** Google does not bill an ID-only search within the monthly allowance. */
const IdSchema = z.object({ id: z.string().min(1) });
const IdsSchema = z.object({ places: z.array(IdSchema).default([]) });

export const checkGooglePlacesKey: CheckKey = async (access, settings, signal) => {
  await ask(access, settings, {
    ...TEXT_SEARCH,
    ...KEY_CHECK_LIMITS,
    headers: { "x-goog-fieldmask": "places.id" },
    body: { ...IN_GERMANY, textQuery: "Rathaus Berlin", pageSize: 1 },
    schema: IdsSchema,
    signal,
  });
  return workingKey();
};
