import { checkKey, type ProviderSetup } from "../providers/providers.server";
import { type KeyCheck, SERVICE_NAMES, type Service } from "../providers/services";
import type { Credentials } from "./credentials.server";

/** A person waits for the answer; in milliseconds. */
const TEST_LIMIT_MS = 20_000;

export interface KeyTestServices {
  credentials: Credentials;
  providerSetup: ProviderSetup;
}

/**
 * @param signal ends the test when nobody waits for it any more
 * @param limitMs a test that could not be done by then is one that failed
 */
export async function testKey(
  { providerSetup }: Pick<KeyTestServices, "providerSetup">,
  service: Service,
  key: string,
  signal: AbortSignal,
  limitMs = TEST_LIMIT_MS,
): Promise<KeyCheck> {
  const limit = AbortSignal.timeout(limitMs);
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
