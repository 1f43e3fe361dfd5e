import { z } from "zod";
import type { CheckKey } from "../access";
import { callProvider } from "../fetch/call-provider.server";
import { ProviderError } from "../provider-error";
import { SERVICE_NAMES } from "../services";
import { errorText } from "./anymailfinder.server";

const AccountSchema = z.object({ credits_left: z.number().nullish() });

/** Tries a key by asking for the account, which costs nothing and tells what is left. */
export const checkAnymailfinderKey: CheckKey = async (access, settings, signal) => {
  try {
    const { credits_left: credits } = await callProvider(
      {
        provider: SERVICE_NAMES.anymailfinder,
        method: "GET",
        url: `${access.baseUrl.replace(/(?<!\/)\/+$/, "")}/v5.1/account`,
        headers: { authorization: access.apiKey },
        schema: AccountSchema,
        timeoutMs: 15_000,
        maxBytes: 100_000,
        tries: 1,
        secrets: [access.apiKey],
        errorText,
        signal,
      },
      settings,
    );
    const works = "Der Schlüssel funktioniert.";
    if (typeof credits !== "number") return { ok: true, message: works };
    const left = credits.toLocaleString("de-DE", { maximumFractionDigits: 1 });
    return { ok: true, message: `${works} Guthaben: ${left} Credits.`, credits };
  } catch (error) {
    if (error instanceof ProviderError) return { ok: false, message: error.message };
    throw error;
  }
};
