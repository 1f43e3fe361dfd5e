import type { CallSettings } from "./fetch/call-provider.server";
import type { KeyCheck } from "./services";

/** With which key and where a service is called. */
export interface Access {
  apiKey: string;
  /** Replaces scheme, host and port, with an optional path in front of the service's own. */
  baseUrl: string;
}

/**
 * Tries a key with the cheapest call the service has.
 *
 * @throws never a ProviderError: what the service said stands in the answer
 */
export type CheckKey = (
  access: Access,
  settings: CallSettings,
  signal: AbortSignal,
) => Promise<KeyCheck>;
