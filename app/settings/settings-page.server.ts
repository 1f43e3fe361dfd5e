import type { Db } from "~db/client";
import { findReachedCeilings } from "~db/queries/provider-limits";
import { monthOf } from "../format/iso-time";
import type { ProviderSetup } from "../providers/providers.server";
import { type Priced, partsOf, SERVICE_NAMES, SERVICE_ORDER } from "../providers/services";
import type { CredentialStatus, Credentials } from "./credentials.server";
import { findLimits } from "./provider-limits.server";

interface SettingsPageServices {
  db: Db;
  credentials: Credentials;
  timeZone: string;
  providerSetup: Pick<ProviderSetup, "model" | "limiter">;
}

function inDisplayOrder(statuses: readonly CredentialStatus[]): CredentialStatus[] {
  return statuses.toSorted(
    (a, b) => SERVICE_ORDER.indexOf(a.service) - SERVICE_ORDER.indexOf(b.service),
  );
}

export async function findServiceStatus(
  { db, credentials, timeZone, providerSetup }: SettingsPageServices,
  now: number,
) {
  const [statuses, reached] = await Promise.all([
    credentials.status(),
    findReachedCeilings(db, monthOf(now, timeZone)),
  ]);
  return inDisplayOrder(statuses).map(({ service, configured }) => ({
    service,
    name: SERVICE_NAMES[service],
    isConfigured: configured,
    lack: !configured
      ? "kein Schlüssel"
      : reached.includes(service)
        ? "Monatsgrenze erreicht"
        : (providerSetup.limiter.refusals.get(service) ?? null),
  }));
}

/** Never includes a key. `model` is null for services without models. */
export async function findServiceCards(
  { db, credentials, providerSetup }: Omit<SettingsPageServices, "timeZone">,
  priceOf: (priced: Priced) => number | null,
) {
  const [statuses, limits] = await Promise.all([credentials.status(), findLimits(db)]);
  return inDisplayOrder(statuses).flatMap((status) => {
    const { service } = status;
    const found = limits.get(service);
    const model = service === "openai" ? providerSetup.model : null;
    const name = SERVICE_NAMES[service];
    const partPrices = partsOf(service).map((part) => [part, priceOf(part)] as const);
    return found === undefined
      ? []
      : [{ ...status, name, limits: found, price: priceOf(service), partPrices, model }];
  });
}

export type ServiceCard = Awaited<ReturnType<typeof findServiceCards>>[number];
