import { z } from "zod";
import { ProviderError } from "../provider-error";
import { type KeyCheck, SERVICE_NAMES, type Service } from "../services";
import { type CallSettings, callProvider, type ProviderCall } from "./call-provider.server";
import { readEach } from "./loose-fields";

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

type Question<Schema extends z.ZodType> = { path: string; headers?: Record<string, string> } & Pick<
  ProviderCall<Schema>,
  "method" | "schema" | "body" | "timeoutMs" | "maxBytes" | "tries" | "signal"
>;

/** An answer with only these fields is a refusal; some repeat the question or a count. */
const REFUSAL_FIELDS =
  "error message statusCode status success code detail searchParameters credits".split(" ");
export const WordsSchema = z.union([
  z.string().trim(),
  z.array(z.string()).transform((texts) => texts.join(" ").trim()),
]);
const RefusalSchema = z.looseObject({
  error: z.union([z.string().trim(), z.record(z.string(), z.unknown())]).catch(""),
  message: WordsSchema.catch(""),
});
const InnerWordsSchema = z.object({ error: z.object({ message: z.string() }) });
const ErrorStatusSchema = z.int().min(400).max(599);
const REFUSED_STATUS = /^(?:OVER_\w+_LIMIT|REQUEST_DENIED|INVALID_REQUEST|UNKNOWN_ERROR)$/;
/** Maps error words to a status if no number comes; the first match counts. */
const STATUS_WORDS: readonly [RegExp, number][] = [
  [/credit|balance|billing|payment/i, 402],
  [/unauthori[sz]ed|api[ _-]?key|invalid (?:key|token)/i, 401],
  [/too many|rate.?limit|quota|exhausted|over_\w+_limit/i, 429],
  [/denied|not allowed|forbidden/i, 403],
  [/not[ _]found/i, 404],
  [/invalid[ _](?:request|argument)/i, 400],
];

/** Some services refuse in an answer with a good status. */
function hiddenStatus(body: unknown): number | null {
  const { data } = RefusalSchema.safeParse(body);
  if (data === undefined) return null;
  const { message, error_message: words, status: word } = data;
  const error = Object.keys(data.error).length > 0 ? data.error : "";
  const statuses = [data.statusCode, word, data.code, error && Object(error).code];
  const status = statuses.find((value) => ErrorStatusSchema.safeParse(value).success);
  const isNothing = ([name, value]: [string, unknown]) =>
    REFUSAL_FIELDS.includes(name) || (Array.isArray(value) && value.length === 0);
  const holdsNothingElse = message !== "" && Object.entries(data).every(isNothing);
  const isRefused =
    status !== undefined || error !== "" || holdsNothingElse || REFUSED_STATUS.test(String(word));
  if (!isRefused) return null;
  const said = JSON.stringify([error, message, words, word]);
  return Number(status ?? STATUS_WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? 502);
}

export function serviceClient(service: {
  id: Service;
  keyHeader: (apiKey: string) => Record<string, string>;
  classify?: ProviderCall<z.ZodType>["classify"];
  errorText: ProviderCall<z.ZodType>["errorText"];
  waitMs?: (asked: number | null, status: number, body: unknown) => number | null;
}) {
  const { id, keyHeader, classify = () => null, errorText } = service;
  const { waitMs = (asked: number | null) => asked } = service;
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
        waitMs,
        errorText: (body) =>
          errorText(body) ?? InnerWordsSchema.safeParse(body).data?.error.message ?? null,
        hiddenStatus,
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
