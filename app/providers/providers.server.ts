import { anymailfinder, checkAnymailfinderKey } from "./anymailfinder/anymailfinder.server";
import type { CompanySearch } from "./company-search";
import type { EmailFinder } from "./email-finder";
import type { CallSettings } from "./fetch/call-provider.server";
import { type RateLimiter, SPENT } from "./fetch/rate-limiter.server";
import type { Access, CheckKey } from "./fetch/service-client.server";
import { checkGooglePlacesKey, googlePlaces } from "./google-places/google-places.server";
import type { LanguageModel } from "./language-model/language-model";
import { languageModelKeyCheck, openai } from "./language-model/openai.server";
import { type OpenStreetMapSetup, openStreetMap } from "./openstreetmap/openstreetmap.server";
import type { ProfileSearch } from "./profile-search";
import { ProviderError } from "./provider-error";
import { checkSerperKey, serper } from "./serper/serper.server";
import { isSpent, type KeyCheck, type MapsSource, type Service } from "./services";
import { checkVayneKey, vayne } from "./vayne/vayne.server";

/** Null until a key exists. Jobs ask each time, since keys change. */
export interface Providers {
  maps(source?: MapsSource): Promise<CompanySearch | null>;
  webSearch(): Promise<CompanySearch | null>;
  emails(): Promise<EmailFinder | null>;
  profiles(): Promise<ProfileSearch | null>;
  languageModel(): Promise<LanguageModel | null>;
}

const KEY_CHECKS: Record<Exclude<Service, "openai">, CheckKey> = {
  anymailfinder: checkAnymailfinderKey,
  serper: checkSerperKey,
  "google-places": checkGooglePlacesKey,
  vayne: checkVayneKey,
};

export interface ProviderSetup {
  baseUrls: Record<Service, string>;
  model: string;
  findKey(service: Service): Promise<string | null>;
  limiter: RateLimiter;
  settings: Omit<CallSettings, "throttle" | "maxConcurrent">;
}

export function createProviders(
  setup: ProviderSetup,
  openDataSetup: Omit<OpenStreetMapSetup, "settings">,
): Providers {
  const { baseUrls, limiter, model } = setup;
  async function provide<Provider>(
    service: Service,
    make: (access: Access, settings: CallSettings) => Provider,
  ): Promise<Provider | null> {
    const apiKey = await setup.findKey(service);
    if (apiKey === null) return null;
    const maxConcurrent = limiter.maxConcurrent(service);
    const settings = { ...setup.settings, throttle: limiter.of(service), maxConcurrent };
    return make({ apiKey, baseUrl: baseUrls[service] }, settings);
  }
  const lane = (id: string) => ({ ...setup.settings, throttle: limiter.of(id) });
  const openData = openStreetMap({
    ...openDataSetup,
    async contact() {
      const contact = await openDataSetup.contact();
      // The operators allow one question at a time, and Nominatim at most one a second.
      limiter.configure("overpass", { maxConcurrent: 1, maxPerMinute: contact ? 30 : 6 });
      limiter.configure("nominatim", { maxConcurrent: 1, maxPerMinute: contact ? 60 : 20 });
      return contact;
    },
    settings: { overpass: lane("overpass"), nominatim: lane("nominatim") },
  });
  return {
    async maps(source) {
      const google = source === "osm" ? null : await provide("google-places", googlePlaces);
      return google ?? (source?.startsWith("google") ? null : openData);
    },
    webSearch: () => provide("serper", serper),
    emails: () => provide("anymailfinder", anymailfinder),
    profiles: () => provide("vayne", vayne),
    languageModel: () =>
      provide("openai", (access, settings) => openai(access, settings, { model })),
  };
}

/** The key may not be stored yet. Skips the job queue, since a user waits. */
export async function checkKey(
  setup: ProviderSetup,
  service: Service,
  apiKey: string,
  signal: AbortSignal,
): Promise<KeyCheck> {
  const { baseUrls, settings, model } = setup;
  const check = service === "openai" ? languageModelKeyCheck(model) : KEY_CHECKS[service];
  try {
    const answer = await check({ apiKey, baseUrl: baseUrls[service] }, settings, signal);
    if (answer.ok && isSpent(answer)) setup.limiter.refusals.set(service, SPENT);
    else if (answer.ok) setup.limiter.refusals.delete(service);
    return answer;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { kind, message } = error;
    return { ok: false, message, ...(kind === "no_credit" ? { credits: 0 } : {}) };
  }
}
