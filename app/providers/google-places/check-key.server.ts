import { z } from "zod";
import type { CheckKey } from "../access";
import { callProvider } from "../fetch/call-provider.server";
import { ProviderError } from "../provider-error";
import { SERVICE_NAMES } from "../services";
import { classify, errorText } from "./google-places.server";

/** A search that asks for nothing but ids is not billed within the monthly allowance. */
const AnswerSchema = z.object({ places: z.array(z.object({ id: z.string() })).default([]) });

/** Tries a key with the smallest text search, so that a project without the right API or billing shows as well. */
export const checkGooglePlacesKey: CheckKey = async (access, settings, signal) => {
  const provider = SERVICE_NAMES["google-places"];
  try {
    await callProvider(
      {
        provider,
        method: "POST",
        url: `${access.baseUrl.replace(/(?<!\/)\/+$/, "")}/v1/places:searchText`,
        headers: { "x-goog-api-key": access.apiKey, "x-goog-fieldmask": "places.id" },
        body: {
          textQuery: "Rathaus Berlin",
          languageCode: "de",
          regionCode: "DE",
          pageSize: 1,
        },
        schema: AnswerSchema,
        timeoutMs: 10_000,
        maxBytes: 100_000,
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
