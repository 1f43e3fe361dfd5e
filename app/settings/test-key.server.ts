import type { Db } from "~db/client";
import { addUsage } from "~db/queries/provider-usage";
import { monthOf } from "../format/iso-time";
import { checkKey, type ProviderSetup } from "../providers/providers.server";
import { type KeyCheck, SERVICE_NAMES, type Service } from "../providers/services";
import type { Credentials } from "./credentials.server";

/** Milliseconds; a user is waiting. */
const TEST_LIMIT_MS = 20_000;

export interface KeyTestServices {
  db: Db;
  timeZone: string;
  credentials: Credentials;
  providerSetup: ProviderSetup;
}

/** @param limitMs a slower test counts as failed */
export async function testKey(
  { db, timeZone, providerSetup }: Omit<KeyTestServices, "credentials">,
  service: Service,
  key: string,
  signal: AbortSignal,
  limitMs = TEST_LIMIT_MS,
): Promise<KeyCheck> {
  const limit = AbortSignal.timeout(limitMs);
  // Tests of other services are free.
  if (service === "openai") {
    const usage = { month: monthOf(Date.now(), timeZone), provider: service, jobId: "" };
    await addUsage(db, usage, { calls: 1 });
  }
  try {
    return await checkKey(providerSetup, service, key, AbortSignal.any([signal, limit]));
  } catch (error) {
    if (!limit.aborted && !signal.aborted) throw error;
    return {
      ok: false,
      message: `${SERVICE_NAMES[service]}: Die Prüfung wurde nicht rechtzeitig fertig. Später noch einmal versuchen.`,
    };
  }
}

export async function testStoredKey(
  services: KeyTestServices,
  service: Service,
  signal: AbortSignal,
): Promise<KeyCheck> {
  const key = await services.credentials.findKey(service);
  if (key !== null) return testKey(services, service, key, signal);
  return { ok: false, message: `${SERVICE_NAMES[service]}: Es ist kein Schlüssel hinterlegt.` };
}
