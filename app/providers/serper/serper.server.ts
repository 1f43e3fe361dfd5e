import { z } from "zod";
import { companyName } from "../../reading/companies/company-name.server";
import { domainKey } from "../../reading/companies/domain-key.server";
import { leftOut } from "../../reading/companies/left-out.server";
import { readRegion } from "../../reading/places/regions";
import { type CompanyHit, type CompanySearch, foundCompany } from "../company-search";
import type { CallSettings } from "../fetch/call-provider.server";
import { AmountSchema, TextSchema } from "../fetch/loose-fields";
import { errorText } from "../fetch/refusal-body";
import {
  type Access,
  type CheckKey,
  KEY_CHECK_LIMITS,
  readEntries,
  serviceClient,
  workingKey,
} from "../fetch/service-client.server";
import type { ProviderErrorKind } from "../provider-error";
import { SERVICE_NAMES } from "../services";

/** Larger pages cost twice as much and are unreliable. */
const PAGE_SIZE = 10;
/** Google hardly lists more for one search. */
const MAX_RESULTS = 300;
/** A later page with fewer hits is the last one; a knowledge panel may shorten the first. */
const FULL_PAGE = 5;

const SearchSchema = z.object({
  organic: z.array(z.unknown()).nullish(),
  places: z.array(z.unknown()).catch([]),
  credits: AmountSchema.catch(1),
});

const HitSchema = z.looseObject({
  title: TextSchema,
  link: z
    .string()
    .trim()
    .pipe(z.url({ protocol: /^https?$/ })),
});

/** Left-out pages keep their full address. */
function websiteOf(link: string): string {
  return domainKey(link).kind === "company" && leftOut(link) === null
    ? `${new URL(link).origin}/`
    : link;
}

export function toCompanyHit(hit: z.infer<typeof HitSchema>): CompanyHit {
  const { title, link } = hit;
  const name = companyName(title, link);
  const website = websiteOf(link);
  return { id: link, company: foundCompany({ name, isNameGuessed: true, website, payload: hit }) };
}

const PLACES_ALONE =
  "Serper hat statt Webseiten Orte der Karte geliefert; die Websuche kann sie nicht lesen. Bitte den Suchbegriff ändern oder die Kartensuche benutzen.";

const AccountSchema = z.object({ balance: AmountSchema });

/** Spent credit and a plan without the query are 400 here; a wrong key is 403. */
function classify(status: number, body: unknown): ProviderErrorKind | null {
  const words = errorText(body) ?? "";
  if (status === 400 && /not enough credits/i.test(words)) return "no_credit";
  if (status === 400 && /not allowed/i.test(words)) return "forbidden";
  if (status === 403 && /unauthorized/i.test(words)) return "auth";
  return null;
}

const ask = serviceClient({
  provider: SERVICE_NAMES.serper,
  keyHeader: (apiKey) => ({ "x-api-key": apiKey }),
  classify,
});

/**
 * Ten hits a page without a total: the list ends at a nearly empty page. The cursor is the next page number.
 * Source: https://serper.dev/playground
 */
export function serper(access: Access, settings: CallSettings): CompanySearch {
  return {
    id: "serper",
    name: SERVICE_NAMES.serper,
    maxResults: MAX_RESULTS,
    pageSize: PAGE_SIZE,
    async searchPage({ query, region }, cursor, signal) {
      const page = cursor === null ? 1 : Number(cursor);
      const { place, aroundKm } = readRegion(region);
      const { organic, places, credits } = await ask(access, settings, {
        method: "POST",
        path: "/search",
        body: {
          q: `${query} ${aroundKm === 0 ? region : `${place} Umgebung`}`.trim(),
          gl: "de",
          hl: "de",
          autocorrect: false,
          num: PAGE_SIZE,
          page,
        },
        schema: SearchSchema,
        signal,
      });
      const entries = organic ?? [];
      const { read, unreadable } = readEntries("serper", HitSchema, entries);
      return {
        hits: read.map(toCompanyHit),
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
