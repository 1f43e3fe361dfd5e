import { z } from "zod";
import { errorText } from "../fetch/refusal-body";
import type { ProviderErrorKind } from "../provider-error";

/** Reasoning models send their text in parts. */
const ContentSchema = z.union([
  z.string(),
  z
    .array(z.looseObject({ text: z.string().optional() }))
    .transform((parts) => parts.map(({ text }) => text ?? "").join("")),
]);

/** An invalid count must not spoil a paid answer. */
const TokensSchema = z.number().int().min(0).nullable().catch(null);

/** Compatible servers omit unknown counts. */
export const CompletionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: ContentSchema.nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .nonempty(),
  usage: z
    .object({ prompt_tokens: TokensSchema, completion_tokens: TokensSchema })
    .nullish()
    .catch(null),
});

const ErrorSchema = z.object({
  error: z
    .object({ code: z.unknown(), type: z.unknown(), metadata: z.object({ raw: z.unknown() }) })
    .partial()
    .catch({}),
});

function errorOf(body: unknown) {
  return ErrorSchema.catch({ error: {} }).parse(body).error;
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
  const message = errorText(body) ?? "";
  const { code, type } = errorOf(body);
  const isUnknown = UNKNOWN_MODEL_CODE.test(String(code)) || UNKNOWN_MODEL.test(message);
  if (isUnknown && (status === 400 || status === 404)) return "unknown_model";
  if (status === 404 && message !== "") return "forbidden";
  const isUsedUp =
    [code, type].some((word) => NO_CREDIT_CODES.has(String(word))) || NO_CREDIT.test(message);
  return isUsedUp && status >= 400 && status <= 499 ? "no_credit" : null;
}

/** Error text of the service behind OpenRouter, plain or as a nested error. */
function innerWords(raw: unknown): string {
  const text = typeof raw === "string" ? raw : JSON.stringify(raw ?? "");
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return message?.replace(/\\(.)/g, "$1") ?? (typeof raw === "string" ? raw : "");
}

/** A key with any text before its prefix, or one that the service masked in part. */
const KEY_WORD = /\b(?:sk|pk|key)-|\*\*/;

/** The refusal may repeat a wrong key, so every part of one is masked. */
export function maskedWords(body: unknown): string | null {
  const words = [errorText(body), innerWords(errorOf(body).metadata?.raw)].filter(Boolean);
  if (words.length === 0) return null;
  return words
    .join(": ")
    .replace(/\S+/g, (word) => (KEY_WORD.test(word) ? `•••${/[.,;:]?$/.exec(word)?.[0]}` : word));
}

/** By custom the base URL holds the version (`…/v1`); an empty path gets `/v1`. */
export function languageModelUrl(baseUrl: string): string {
  const base = baseUrl.replace(/(?<!\/)\/+$/, "");
  return new URL(base).pathname === "/" ? `${base}/v1` : base;
}
