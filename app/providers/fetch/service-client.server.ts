import type { z } from "zod";
import { ProviderError } from "../provider-error";
import { type KeyCheck, SERVICE_NAMES, type Service } from "../services";
import { type CallSettings, callProvider, type ProviderCall } from "./call-provider.server";

export interface Access {
  apiKey: string;
  /** Replaces scheme, host and port, with an optional path in front of the service's own. */
  baseUrl: string;
}

/**
 * Tries a key with the cheapest call the service has.
 *
 * @throws ProviderError
 */
export type CheckKey = (
  access: Access,
  settings: CallSettings,
  signal: AbortSignal,
) => Promise<KeyCheck>;

/** Somebody looks on while a key is tried, and the answer is small. */
export const KEY_CHECK_LIMITS = { timeoutMs: 10_000, maxBytes: 100_000, tries: 1 };

type Question<Schema extends z.ZodType> = { path: string; headers?: Record<string, string> } & Pick<
  ProviderCall<Schema>,
  "method" | "schema" | "body" | "timeoutMs" | "maxBytes" | "tries" | "signal"
>;

/**
 * The calls of a service that all show the same key and are refused in the same words.
 *
 * @returns asks one question, its path behind the base URL; throws ProviderError
 */
export function serviceClient(service: {
  id: Service;
  keyHeader: (apiKey: string) => Record<string, string>;
  classify?: ProviderCall<z.ZodType>["classify"];
  errorText: ProviderCall<z.ZodType>["errorText"];
}) {
  const { id, keyHeader, classify = () => null, errorText } = service;
  return <Schema extends z.ZodType>(
    { apiKey, baseUrl }: Access,
    settings: CallSettings,
    { path, headers, ...question }: Question<Schema>,
  ): Promise<z.infer<Schema>> =>
    callProvider(
      {
        ...question,
        provider: SERVICE_NAMES[id],
        url: `${baseUrl.replace(/(?<!\/)\/+$/, "")}${path}`,
        headers: { ...keyHeader(apiKey), ...headers },
        secrets: [apiKey],
        classify,
        errorText,
      },
      settings,
    );
}

/**
 * The entries of a list that have the agreed form; others are left out.
 *
 * @throws ProviderError where there are entries and none has it
 */
export function readEntries<Schema extends z.ZodType>(
  service: Service,
  schema: Schema,
  entries: readonly unknown[],
): z.infer<Schema>[] {
  const read = entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
  if (entries.length > 0 && read.length === 0) {
    throw new ProviderError(SERVICE_NAMES[service], "malformed", {
      providerText: "Kein Eintrag hat die vereinbarte Form",
    });
  }
  return read;
}
