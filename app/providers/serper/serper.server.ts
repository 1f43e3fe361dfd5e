import { z } from "zod";
import type { WebSearch } from "../company-search";
import type { CallSettings } from "../fetch/call-provider.server";
import { AmountSchema, TextSchema } from "../fetch/loose-fields";
import {
  type Access,
  type CheckKey,
  KEY_CHECK_LIMITS,
  readEntries,
  serviceClient,
  WordsSchema,
  workingKey,
} from "../fetch/service-client.server";
import type { ProviderErrorKind } from "../provider-error";
import { SERVICE_NAMES } from "../services";

/** More on a page cost twice as much and come unreliably. */
const PAGE_SIZE = 10;
/** The engine behind it hardly lists more for one search. */
const MAX_RESULTS = 300;
/** A later page with fewer is the last one. The first may have few beside a panel of knowledge. */
const FULL_PAGE = 5;

/** No hit is an empty list or none. An entry that can't be read is left out, the others stay. */
const SearchSchema = z.object({
  organic: z.array(z.unknown()).nullish(),
  places: z.array(z.unknown()).catch([]),
  credits: AmountSchema.catch(1),
});

/** An entry of the list, as far as it is read here; the rest of the record is kept as it is. Only the link must be good. */
const HitSchema = z.looseObject({
  title: TextSchema,
  link: z
    .string()
    .trim()
    .pipe(z.url({ protocol: /^https?$/ })),
  snippet: z.string().nullable().catch(null),
});

const PLACES_ALONE =
  "Serper hat statt Webseiten Orte der Karte geliefert; die Websuche kann sie nicht lesen. Bitte den Suchbegriff ändern oder die Kartensuche benutzen.";

const AccountSchema = z.object({ balance: AmountSchema });

const ErrorSchema = z.object({ message: WordsSchema.optional(), error: z.string().optional() });

function errorText(body: unknown): string | null {
  const { message, error } = ErrorSchema.safeParse(body).data ?? {};
  return message ?? error ?? null;
}

/** Classifies a refusal of Serper. Used-up credit and a plan without the query are 400 here, a wrong key is 403. */
function classify(status: number, body: unknown): ProviderErrorKind | null {
  const words = errorText(body) ?? "";
  if (status === 400 && /not enough credits/i.test(words)) return "no_credit";
  if (status === 400 && /not allowed/i.test(words)) return "forbidden";
  if (status === 403 && /unauthorized/i.test(words)) return "auth";
  return null;
}

const ask = serviceClient({
  id: "serper",
  keyHeader: (apiKey) => ({ "x-api-key": apiKey }),
  classify,
  errorText,
});

/**
 * Web search of Serper for Germany, ten hits a page. There is no total: the list goes on until a page has hardly a hit,
 * or the first one has none.
 * A cursor is the number of the next page.
 * Source: https://serper.dev/playground
 */
export function serper(access: Access, settings: CallSettings): WebSearch {
  return {
    id: "serper",
    name: SERVICE_NAMES.serper,
    maxResults: MAX_RESULTS,
    pageSize: PAGE_SIZE,
    async searchPage({ query, region }, cursor, signal) {
      const page = cursor === null ? 1 : Number(cursor);
      const { organic, places, credits } = await ask(access, settings, {
        method: "POST",
        path: "/search",
        body: {
          q: `${query} ${region}`.trim(),
          gl: "de",
          hl: "de",
          autocorrect: false,
          num: PAGE_SIZE,
          page,
        },
        schema: SearchSchema,
        timeoutMs: 20_000,
        maxBytes: 5_000_000,
        tries: 4,
        signal,
      });
      const entries = organic ?? [];
      const { read, unreadable } = readEntries("serper", HitSchema, entries);
      return {
        hits: read.map((hit) => {
          const { link, title, snippet } = hit;
          return { link, title, snippet, payload: hit };
        }),
        unreadable,
        nextCursor: entries.length < (page === 1 ? 1 : FULL_PAGE) ? null : String(page + 1),
        creditsCharged: credits,
        warnings: organic == null && places.length > 0 ? [PLACES_ALONE] : [],
      };
    },
  };
}

export const checkSerperKey: CheckKey = async (access, settings, signal) => {
  const question = { method: "GET", path: "/account", schema: AccountSchema, signal } as const;
  const { balance } = await ask(access, settings, { ...question, ...KEY_CHECK_LIMITS });
  return workingKey(balance, ["Suche", "Suchen"]);
};
