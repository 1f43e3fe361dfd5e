import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Access } from "../access";
import type { CompanyHit, CompanySearch, HitPage } from "../company-search";
import { type CallSettings, callProvider } from "../fetch/call-provider.server";
import { ProviderError, type ProviderErrorKind } from "../provider-error";
import { PlaceSchema, toCompanyHit } from "./place";

const NAME = "Google Places";

/** Without `nextPageToken` in the mask the list ends silently after 20. */
const FIELD_MASK = [
  ...[
    "id",
    "displayName",
    "formattedAddress",
    "addressComponents",
    "location",
    "types",
    "primaryType",
    "primaryTypeDisplayName",
    "businessStatus",
    "googleMapsUri",
    "websiteUri",
    "nationalPhoneNumber",
    "internationalPhoneNumber",
    "rating",
    "userRatingCount",
    "pureServiceAreaBusiness",
  ].map((field) => `places.${field}`),
  "nextPageToken",
].join(",");

/** No hit is `{}`. A place that can't be read is left out, the others stay. */
const SearchTextSchema = z.object({
  places: z.array(z.unknown()).default([]),
  nextPageToken: z.string().min(1).optional(),
});

const ErrorSchema = z.object({
  error: z.object({
    message: z.string().default(""),
    status: z.string().default(""),
    details: z
      .array(
        z.looseObject({
          reason: z.string().optional(),
          metadata: z.looseObject({ quota_unit: z.string().optional() }).optional(),
        }),
      )
      .default([]),
  }),
});

/**
 * What a refusal of Google means: decided on the reason, then on the status, never on the English text alone.
 * A wrong key is a 400 here.
 */
export function classify(status: number, body: unknown): ProviderErrorKind | null {
  const parsed = ErrorSchema.safeParse(body);
  if (!parsed.success) return null;
  const { error } = parsed.data;
  const info = error.details.find((detail) => detail.reason !== undefined);
  if (info?.reason === "API_KEY_INVALID") return "auth";
  if (info?.reason === "BILLING_DISABLED") return "no_credit";
  if (status === 403) return "forbidden";
  if (status === 429) {
    const perDay =
      info?.metadata?.quota_unit?.startsWith("1/d/") ?? error.message.includes("per day");
    return perDay ? "no_credit" : "rate_limited";
  }
  return null;
}

/** Google's own words in a refusal. */
export function errorText(body: unknown): string | null {
  const parsed = ErrorSchema.safeParse(body);
  return parsed.success ? parsed.data.error.message || parsed.data.error.status : null;
}

/** How often and after which wait a page token that is not accepted yet is tried again. */
const TOKEN_TRIES = 3;
const TOKEN_WAIT_MS = 2_000;

/**
 * Text search of the Places API (New), German, 20 places a page and at most 60 a search.
 * Source: https://developers.google.com/maps/documentation/places/web-service/text-search
 */
export function googlePlaces(access: Access, settings: CallSettings): CompanySearch {
  const url = `${access.baseUrl.replace(/(?<!\/)\/+$/, "")}/v1/places:searchText`;

  async function searchOnce(
    search: { query: string; region: string },
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<HitPage<CompanyHit>> {
    const answer = await callProvider(
      {
        provider: NAME,
        method: "POST",
        url,
        headers: { "x-goog-api-key": access.apiKey, "x-goog-fieldmask": FIELD_MASK },
        body: {
          textQuery: search.region === "" ? search.query : `${search.query} in ${search.region}`,
          languageCode: "de",
          regionCode: "DE",
          pageSize: 20,
          includePureServiceAreaBusinesses: true,
          ...(cursor === null ? {} : { pageToken: cursor }),
        },
        schema: SearchTextSchema,
        timeoutMs: 20_000,
        maxBytes: 5_000_000,
        tries: 4,
        secrets: [access.apiKey],
        classify,
        errorText,
        signal,
      },
      settings,
    );
    const hits = answer.places.flatMap((place) => {
      const parsed = PlaceSchema.safeParse(place);
      return parsed.success ? [toCompanyHit(parsed.data)] : [];
    });
    if (answer.places.length > 0 && hits.length === 0) {
      throw new ProviderError(NAME, "malformed", {
        providerText: "Kein Eintrag hat die vereinbarte Form",
      });
    }
    // Each page is billed as one request.
    return { hits, nextCursor: answer.nextPageToken ?? null, creditsCharged: 1 };
  }

  return {
    id: "google-places",
    name: NAME,
    maxResults: 60,
    pageSize: 20,
    async searchPage(search, cursor, signal) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await searchOnce(search, cursor, signal);
        } catch (error) {
          const tokenIsEarly =
            cursor !== null && error instanceof ProviderError && error.kind === "bad_request";
          if (!tokenIsEarly || attempt === TOKEN_TRIES) throw error;
          await delay(TOKEN_WAIT_MS / settings.retrySpeed, undefined, { signal });
        }
      }
    },
  };
}
