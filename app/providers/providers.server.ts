import type { Access, CheckKey } from "./access";
import { anymailfinder } from "./anymailfinder/anymailfinder.server";
import { checkAnymailfinderKey } from "./anymailfinder/check-key.server";
import type { CompanySearch } from "./company-search";
import type { EmailFinder } from "./email-finder";
import type { CallSettings } from "./fetch/call-provider.server";
import type { RateLimiter } from "./fetch/rate-limiter.server";
import { checkGooglePlacesKey } from "./google-places/check-key.server";
import { googlePlaces } from "./google-places/google-places.server";
import { languageModelKeyCheck } from "./language-model/check-key.server";
import type { LanguageModel } from "./language-model/language-model";
import { openai } from "./language-model/openai.server";
import type { ProfileSearch } from "./profile-search";
import { checkSerperKey, serper } from "./serper/serper.server";
import type { KeyCheck, Service } from "./services";
import { checkVayneKey, vayne } from "./vayne/vayne.server";
import type { WebSearch } from "./web-search";

/** The services of the moment: each null until it has a key. Asked anew by every job, since keys come and go. */
export interface Providers {
  maps(): Promise<CompanySearch | null>;
  webSearch(): Promise<WebSearch | null>;
  emails(): Promise<EmailFinder | null>;
  profiles(): Promise<ProfileSearch | null>;
  languageModel(): Promise<LanguageModel | null>;
}

/** What stands behind each part of the product. */
const ADAPTERS = {
  maps: { service: "google-places", make: googlePlaces },
  webSearch: { service: "serper", make: serper },
  emails: { service: "anymailfinder", make: anymailfinder },
  profiles: { service: "vayne", make: vayne },
} as const;

const KEY_CHECKS: Record<Exclude<Service, "openai">, CheckKey> = {
  anymailfinder: checkAnymailfinderKey,
  serper: checkSerperKey,
  "google-places": checkGooglePlacesKey,
  vayne: checkVayneKey,
};

export interface ProviderSetup {
  baseUrls: Record<Service, string>;
  /** Which of its models the language model's service is asked for. */
  model: string;
  /** The key of a service, wherever it is kept; null where there is none. */
  findKey(service: Service): Promise<string | null>;
  limiter: RateLimiter;
  settings: Omit<CallSettings, "throttle">;
}

export function createProviders(setup: ProviderSetup): Providers {
  async function provide<Provider>(adapter: {
    service: Service;
    make: (access: Access, settings: CallSettings) => Provider;
  }): Promise<Provider | null> {
    const { service, make } = adapter;
    const apiKey = await setup.findKey(service);
    return apiKey === null
      ? null
      : make(accessTo(setup, service, apiKey), settingsFor(setup, service));
  }
  return {
    maps: () => provide(ADAPTERS.maps),
    webSearch: () => provide(ADAPTERS.webSearch),
    emails: () => provide(ADAPTERS.emails),
    profiles: () => provide(ADAPTERS.profiles),
    languageModel: () =>
      provide({
        service: "openai",
        make: (access, settings) => openai(access, settings, { model: setup.model }),
      }),
  };
}

/** Tries a key that may not be stored yet. Does not wait behind the calls of jobs: somebody is looking on. */
export function checkKey(
  setup: ProviderSetup,
  service: Service,
  apiKey: string,
  signal: AbortSignal,
): Promise<KeyCheck> {
  const check = service === "openai" ? languageModelKeyCheck(setup.model) : KEY_CHECKS[service];
  return check(accessTo(setup, service, apiKey), setup.settings, signal);
}

function accessTo({ baseUrls }: ProviderSetup, service: Service, apiKey: string): Access {
  return { apiKey, baseUrl: baseUrls[service] };
}

function settingsFor({ limiter, settings }: ProviderSetup, service: Service): CallSettings {
  return { ...settings, throttle: limiter.of(service) };
}
