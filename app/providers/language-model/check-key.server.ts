import { z } from "zod";
import type { CheckKey } from "../access";
import { callProvider } from "../fetch/call-provider.server";
import { ProviderError } from "../provider-error";
import { SERVICE_NAMES } from "../services";
import { classify, errorText, languageModelUrl, secretsOf } from "./wire";

/** Compatible servers list their models with more or fewer fields; that there is a list is enough. */
const ModelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Where a service lists its models, the one in use should be among them. Ollama writes a tag behind the name. */
function isListed(model: string, listed: readonly { id: string }[]): boolean {
  return listed.length === 0 || listed.some(({ id }) => id === model || id === `${model}:latest`);
}

/**
 * Makes the test of a key of an OpenAI-compatible service: its models are listed, which costs nothing. A model that is
 * missing there is said, but not a fault: compatible services don't list all they have.
 * Source: https://platform.openai.com/docs/api-reference/models/list
 *
 * @param model the one in use
 */
export function languageModelKeyCheck(model: string): CheckKey {
  return async (access, settings, signal) => {
    const provider = SERVICE_NAMES.openai;
    try {
      const { data } = await callProvider(
        {
          provider,
          method: "GET",
          url: languageModelUrl(access.baseUrl, "/models"),
          headers: { authorization: `Bearer ${access.apiKey}` },
          schema: ModelsSchema,
          timeoutMs: 10_000,
          maxBytes: 2_000_000,
          tries: 1,
          secrets: secretsOf(access.apiKey),
          classify,
          errorText,
          signal,
        },
        settings,
      );
      const works = "Der Schlüssel funktioniert.";
      if (isListed(model, data)) return { ok: true, message: works };
      const missing = `Das Modell „${model}“ steht nicht in der Liste des Dienstes.`;
      return { ok: true, message: `${works} ${missing}` };
    } catch (error) {
      if (error instanceof ProviderError) return { ok: false, message: error.message };
      throw error;
    }
  };
}
