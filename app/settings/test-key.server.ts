import type { Db } from "~db/client";
import { addUsage } from "~db/queries/provider-usage";
import { monthOf } from "../jobs/ledger/call-ledger.server";
import { checkKey, type ProviderSetup } from "../providers/providers.server";
import { type KeyCheck, SERVICE_NAMES, type Service } from "../providers/services";
import type { Credentials } from "./credentials.server";

/** A person waits for the answer; in milliseconds. */
const TEST_LIMIT_MS = 20_000;

export interface KeyTestServices {
  db: Db;
  timeZone: string;
  credentials: Credentials;
  providerSetup: ProviderSetup;
}

/**
 * @param signal ends the test when its request has left
 * @param limitMs a test that could not be done by then is one that failed
 */
export async function testKey(
  { db, timeZone, providerSetup }: Omit<KeyTestServices, "credentials">,
  service: Service,
  key: string,
  signal: AbortSignal,
  limitMs = TEST_LIMIT_MS,
): Promise<KeyCheck> {
  const limit = AbortSignal.timeout(limitMs);
  // The test of the others costs nothing.
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

/** Tries the key that a service has now; one that is missing is a test that failed. */
export async function testStoredKey(
  services: KeyTestServices,
  service: Service,
  signal: AbortSignal,
): Promise<KeyCheck> {
  const key = await services.credentials.findKey(service);
  if (key !== null) return testKey(services, service, key, signal);
  return { ok: false, message: `${SERVICE_NAMES[service]}: Es ist kein Schlüssel hinterlegt.` };
}
