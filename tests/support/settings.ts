import { RateLimiter } from "~/providers/fetch/rate-limiter.server";
import type { ProviderSetup } from "~/providers/providers.server";
import { DEFAULT_LIMITS, SERVICES, type Service } from "~/providers/services";
import { KeyCipher } from "~/settings/app-secret.server";
import { Credentials } from "~/settings/credentials.server";
import type { Db } from "~db/client";

/** What the settings work with, all services at one address. */
export function settingsOver(
  db: Db,
  address: string,
  environment: Partial<Record<Service, string>> = {},
) {
  const cipher = new KeyCipher("a secret of the tests that is long enough");
  const credentials = new Credentials(db, cipher, environment);
  const limiter = new RateLimiter(1);
  for (const service of SERVICES) limiter.configure(service, DEFAULT_LIMITS[service]);
  const providerSetup: ProviderSetup = {
    baseUrls: {
      anymailfinder: address,
      serper: address,
      "google-places": address,
      vayne: address,
      openai: address,
    },
    model: "gpt-6-luna",
    findKey: (service) => credentials.findKey(service),
    limiter,
    settings: { retrySpeed: 10_000 },
  };
  const osm = { findOsmContact: async () => null, isOsmContactFixed: false };
  return { db, timeZone: "Europe/Berlin", cipher, credentials, providerSetup, ...osm };
}
