import type { z } from "zod";
import { ProviderError } from "../provider-error";
import { type KeyCheck, SERVICE_NAMES, type Service } from "../services";
import { type CallSettings, callProvider, type ProviderCall } from "./call-provider.server";
import { readEach } from "./loose-fields";
import { errorText, hiddenStatus } from "./refusal-body";

export interface Access {
  apiKey: string;
  /** Replaces scheme, host and port; may add a path before the service's own. */
  baseUrl: string;
}

/** @throws ProviderError */
export type CheckKey = (
  access: Access,
  settings: CallSettings,
  signal: AbortSignal,
) => Promise<KeyCheck>;

export function workingKey(
  credits: number | null = null,
  unit: readonly [one: string, several: string] = ["Credits", "Credits"],
): KeyCheck {
  const message = "Der Schlüssel funktioniert.";
  if (credits === null) return { ok: true, message };
  const spent = "Schlüssel gültig, aber das Guthaben ist aufgebraucht.";
  if (credits < 1) return { ok: true, message: spent, credits };
  const left = credits.toLocaleString("de-DE", { maximumFractionDigits: 1 });
  return {
    ok: true,
    message: `${message} Guthaben: ${left} ${unit[credits === 1 ? 0 : 1]}.`,
    credits,
  };
}

export const KEY_CHECK_LIMITS = { timeoutMs: 10_000, maxBytes: 100_000, tries: 1 };

const USUAL_LIMITS = { timeoutMs: 30_000, maxBytes: 5_000_000, tries: 4 };

export type Question<Schema extends z.ZodType> = {
  path: string;
  headers?: Record<string, string>;
} & Pick<ProviderCall<Schema>, "method" | "schema" | "body" | "about" | "signal"> &
  Partial<typeof USUAL_LIMITS>;

const LONG_KEY = 20;
const SHOWN_ENDS = [8, 6, 4];

/** Services often show the end of a key. */
export function secretsOf(apiKey: string): string[] {
  if (apiKey.length < LONG_KEY) return [apiKey];
  return [apiKey, ...SHOWN_ENDS.map((length) => apiKey.slice(-length))];
}

export function serviceClient(service: {
  /** Display name. */
  provider: string;
  keyHeader: (apiKey: string) => Record<string, string>;
  classify?: ProviderCall<z.ZodType>["classify"];
  errorText?: ProviderCall<z.ZodType>["errorText"];
  waitMs?: ProviderCall<z.ZodType>["waitMs"];
}) {
  const { keyHeader, ...own } = service;
  return <Schema extends z.ZodType>(
    { apiKey, baseUrl }: Access,
    settings: CallSettings,
    { path, headers, ...question }: Question<Schema>,
  ): Promise<z.infer<Schema>> =>
    callProvider(
      {
        ...{ errorText, hiddenStatus },
        ...own,
        ...USUAL_LIMITS,
        ...question,
        url: `${baseUrl.replace(/(?<!\/)\/+$/, "")}${path}`,
        headers: { ...keyHeader(apiKey), ...headers },
        secrets: secretsOf(apiKey),
      },
      settings,
    );
}

/** @throws ProviderError if entries exist but no entry matches */
export function readEntries<Schema extends z.ZodType>(
  service: Service,
  schema: Schema,
  entries: readonly unknown[],
): { read: z.infer<Schema>[]; unreadable: number } {
  const read = readEach(schema, entries);
  if (entries.length > 0 && read.length === 0) {
    throw new ProviderError(SERVICE_NAMES[service], "malformed", {
      providerText: "Kein Eintrag hat die vereinbarte Form",
    });
  }
  return { read, unreadable: entries.length - read.length };
}
