import type { Db } from "~db/client";
import type { ProviderSetup } from "../providers/providers.server";
import { SERVICE_NAMES, SERVICE_ORDER, type Service } from "../providers/services";
import type { CredentialStatus, Credentials } from "./credentials.server";
import { findUsagePage, type UsagePage } from "./monthly-usage.server";
import { findLimits, type ServiceLimits } from "./provider-limits.server";

function inShownOrder(statuses: readonly CredentialStatus[]): CredentialStatus[] {
  return statuses.toSorted(
    (a, b) => SERVICE_ORDER.indexOf(a.service) - SERVICE_ORDER.indexOf(b.service),
  );
}

/** Which services have a key, for the navigation. */
export async function findServiceMarks(
  credentials: Credentials,
): Promise<{ service: Service; name: string; isConfigured: boolean }[]> {
  return inShownOrder(await credentials.status()).map(({ service, configured }) => ({
    service,
    name: SERVICE_NAMES[service],
    isConfigured: configured,
  }));
}

/** What a card of the settings page shows of a service; never its key. */
export interface ServiceCard extends CredentialStatus {
  service: Service;
  name: string;
  limits: ServiceLimits;
  /** Which of its models is asked; null for services without models. */
  model: string | null;
}

interface SettingsPage {
  cards: ServiceCard[];
  usage: UsagePage;
}

/**
 * Everything that the settings page shows.
 *
 * @param month of the usage, YYYY-MM; null is this one
 */
export async function findSettingsPage(
  services: {
    db: Db;
    credentials: Credentials;
    timeZone: string;
    providerSetup: Pick<ProviderSetup, "model">;
  },
  month: string | null,
  now: number,
): Promise<SettingsPage> {
  const { db, credentials, timeZone, providerSetup } = services;
  const [statuses, limits, usage] = await Promise.all([
    credentials.status(),
    findLimits(db),
    findUsagePage(db, month, { now, timeZone }),
  ]);
  const cards = inShownOrder(statuses).flatMap((status) => {
    const { service } = status;
    const of = limits.get(service);
    const model = service === "openai" ? providerSetup.model : null;
    return of === undefined ? [] : [{ ...status, name: SERVICE_NAMES[service], limits: of, model }];
  });
  return { cards, usage };
}
