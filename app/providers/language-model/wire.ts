import { z } from "zod";
import type { ProviderErrorKind } from "../provider-error";

const ErrorObjectSchema = z.object({
  message: z.string().default(""),
  code: z.union([z.string(), z.number()]).nullish(),
  type: z.string().nullish(),
  metadata: z.object({ raw: z.unknown() }).nullish().catch(null),
});

const ErrorSchema = z.union([
  z.object({ error: z.union([z.string(), ErrorObjectSchema]) }),
  ErrorObjectSchema.extend({ message: z.string() }).transform((error) => ({
    error,
  })),
  z.object({ detail: z.string() }).transform(({ detail }) => ({ error: detail })),
]);

/** Reasoning models send their text in parts. */
const ContentSchema = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map(({ text }) => text ?? "").join("")),
]);

/** An invalid count must not spoil a paid answer. */
const TokensSchema = z.number().int().min(0).nullable().catch(null);

/** Compatible servers omit unknown counts, and may send an error with status 200. */
export const CompletionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: ContentSchema.nullish(),
          refusal: z.string().nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: TokensSchema, completion_tokens: TokensSchema })
    .nullish()
    .catch(null),
});

const LONG_KEY = 20;
const SHOWN_ENDS = [8, 6, 4];

/** Services often show the end of a key. */
export function secretsOf(apiKey: string): string[] {
  if (apiKey.length < LONG_KEY) return [apiKey];
  return [apiKey, ...SHOWN_ENDS.map((length) => apiKey.slice(-length))];
}

function errorOf(body: unknown) {
  return ErrorSchema.safeParse(body).data?.error;
}

const NO_CREDIT_CODES = new Set([
  "insufficient_quota",
  "insufficient_balance",
  "billing_not_active",
  "billing_hard_limit_reached",
]);
/** „exceeded your current quota“ is missing here: some services use it for a rate limit. */
const NO_CREDIT =
  /credit balance is too low|insufficient (?:account )?(?:balance|credits?|funds)|credit limit exceeded|out of credits|no credits/i;

const UNKNOWN_MODEL_CODE = /^model_(?:not_found|decommissioned)$/;
const UNKNOWN_MODEL =
  /\bmodel\b.{0,200}(?:not found|does not exist|decommissioned)|not a valid model|no endpoints found for/i;

/** An empty quota is a 429 like a rate limit; only the code tells them apart. */
export function classify(status: number, body: unknown): ProviderErrorKind | null {
  const error = errorOf(body);
  if (error === undefined) return null;
  const { message, code, type } = typeof error === "string" ? { message: error } : error;
  const isUnknown = UNKNOWN_MODEL_CODE.test(String(code)) || UNKNOWN_MODEL.test(message);
  if (isUnknown && (status === 400 || status === 404)) return "unknown_model";
  if (typeof error === "string") return null;
  if (status === 404) return "forbidden";
  const isUsedUp =
    [code, type].some((word) => NO_CREDIT_CODES.has(String(word))) || NO_CREDIT.test(message);
  return isUsedUp && status >= 400 && status <= 499 ? "no_credit" : null;
}

/** The words of the service behind OpenRouter: a text or a nested error. */
function innerWords(raw: unknown): string {
  const text = typeof raw === "string" ? raw : JSON.stringify(raw ?? "");
  const said = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return said?.replace(/\\(.)/g, "$1") ?? (typeof raw === "string" ? raw : "");
}

function wordsOf(body: unknown): string | undefined {
  const error = errorOf(body);
  if (typeof error !== "object") return error;
  return [error.message, innerWords(error.metadata?.raw)].filter(Boolean).join(": ");
}

/** A key with any text before its prefix, or one that the service masked in part. */
const KEY_WORD = /\b(?:sk|pk|key)-|\*\*/;

/** The refusal may repeat a wrong key, so every part of one is masked. */
export function errorText(body: unknown): string | null {
  const words = wordsOf(body);
  if (words === undefined) return null;
  return words.replace(/\S+/g, (word) =>
    KEY_WORD.test(word) ? `•••${/[.,;:]?$/.exec(word)?.[0]}` : word,
  );
}

export function hiddenStatus(body: unknown): number | null {
  const error = errorOf(body);
  if (error === undefined) return null;
  const code = typeof error === "object" ? error.code : null;
  return typeof code === "number" && code >= 400 && code <= 599 ? code : 502;
}

/** By custom the base URL holds the version (`…/v1`); an empty path gets `/v1`. */
export function languageModelUrl(baseUrl: string): string {
  const base = baseUrl.replace(/(?<!\/)\/+$/, "");
  return new URL(base).pathname === "/" ? `${base}/v1` : base;
}
