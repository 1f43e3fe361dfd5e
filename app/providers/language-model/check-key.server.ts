import { z } from "zod";
import type { CheckKey } from "../access";
import { callProvider } from "../fetch/call-provider.server";
import { ProviderError, type ProviderErrorKind } from "../provider-error";
import { SERVICE_NAMES } from "../services";
import { languageModelUrl } from "./api-url";

/** Compatible servers list their models with more or fewer fields; that there is a list is enough. */
const ModelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Some compatible servers write numbers for codes, and some a bare text for the error. */
const ErrorSchema = z.object({
  error: z.union([
    z.string(),
    z.object({
      message: z.string().default(""),
      code: z.union([z.string(), z.number()]).nullish(),
      type: z.string().nullish(),
    }),
  ]),
});

/** An empty quota is a 429 like going too fast; only the code tells them apart. */
function classify(status: number, body: unknown): ProviderErrorKind | null {
  const error = ErrorSchema.safeParse(body).data?.error;
  if (status !== 429 || typeof error !== "object") return null;
  return error.code === "insufficient_quota" || error.type === "insufficient_quota"
    ? "no_credit"
    : null;
}

/** The words of the refusal. A wrong key is repeated in them, masked in part, and that part is nobody's business. */
function errorText(body: unknown): string | null {
  const error = ErrorSchema.safeParse(body).data?.error;
  if (error === undefined) return null;
  const words = typeof error === "string" ? error : error.message;
  return words
    .replace(/\b(?:sk|pk|key)-[\w*•-]+/g, "•••")
    .replace(/\S+/g, (word) => (word.includes("**") ? "•••" : word));
}

/**
 * Tries a key of an OpenAI-compatible service by listing its models, which costs nothing.
 * Source: https://platform.openai.com/docs/api-reference/models/list
 */
export const checkLanguageModelKey: CheckKey = async (access, settings, signal) => {
  const provider = SERVICE_NAMES.openai;
  try {
    await callProvider(
      {
        provider,
        method: "GET",
        url: languageModelUrl(access.baseUrl, "/models"),
        headers: { authorization: `Bearer ${access.apiKey}` },
        schema: ModelsSchema,
        timeoutMs: 10_000,
        maxBytes: 2_000_000,
        tries: 1,
        secrets: [access.apiKey],
        classify,
        errorText,
        signal,
      },
      settings,
    );
    return { ok: true, message: "Der Schlüssel funktioniert." };
  } catch (error) {
    if (error instanceof ProviderError) return { ok: false, message: error.message };
    throw error;
  }
};
