import type { Dispatcher } from "undici";
import type { z } from "zod";
import { parseUrl } from "../../text/parse-url";
import type { Access, CheckKey } from "../access";
import {
  type CallSettings,
  callProvider,
  downloadBytes,
  type ProviderCall,
} from "../fetch/call-provider.server";
import type { ProfileAccount, ProfileSearch } from "../profile-search";
import { ProviderError } from "../provider-error";
import { SERVICE_NAMES } from "../services";
import { createGuardedAgent } from "../website/guarded-agent.server";
import { judgeAddress } from "../website/site-address";
import { withinTime } from "../website/within-time";
import {
  AuthenticationSchema,
  CreditsSchema,
  classify,
  errorText,
  OrderAnswerSchema,
  OrderListSchema,
  toKind,
  toOrder,
  UrlCheckSchema,
} from "./wire";

const NAME = SERVICE_NAMES.vayne;
/** Where an account's owner connects it with the network. */
const OWN_PAGE = "https://www.vayne.io";
const EXPORT_FORMAT = "simple";
/** Ten thousand profiles with long texts. */
const MAX_FILE_BYTES = 60_000_000;

type Question<Schema extends z.ZodType> = Pick<
  ProviderCall<Schema>,
  "method" | "schema" | "signal"
> & {
  path: string;
  body?: unknown;
  tries?: number;
  timeoutMs?: number;
};

function ask<Schema extends z.ZodType>(
  access: Access,
  settings: CallSettings,
  { path, tries = 4, timeoutMs = 30_000, ...question }: Question<Schema>,
): Promise<z.infer<Schema>> {
  return callProvider(
    {
      ...question,
      provider: NAME,
      url: `${access.baseUrl.replace(/(?<!\/)\/+$/, "")}/api${path}`,
      headers: { authorization: `Bearer ${access.apiKey}` },
      timeoutMs,
      maxBytes: 5_000_000,
      tries,
      secrets: [access.apiKey],
      classify,
      errorText,
    },
    settings,
  );
}

/** Why an account can't be worked with, by what Vayne says of its session in the network; null when it can. */
function sessionObstacle(state: string): string | null {
  if (state === "active") return null;
  if (state === "checking") {
    return `${NAME} prüft die Verbindung zu LinkedIn gerade (checking). In einigen Minuten noch einmal versuchen.`;
  }
  return `${NAME} ist nicht mit LinkedIn verbunden (${state.slice(0, 40)}). Das Konto auf ${OWN_PAGE} verbinden, dann noch einmal versuchen.`;
}

async function getAccount(
  access: Access,
  settings: CallSettings,
  signal: AbortSignal,
  tries?: number,
): Promise<ProfileAccount> {
  const question = { method: "GET", signal, ...(tries === undefined ? {} : { tries }) } as const;
  const credits = await ask(access, settings, {
    ...question,
    path: "/credits",
    schema: CreditsSchema,
  });
  const session = await ask(access, settings, {
    ...question,
    path: "/linkedin_authentication",
    schema: AuthenticationSchema,
  });
  return {
    credits: Math.max(0, Math.floor(credits.credit_available)),
    dailyLimits: {
      people: credits.daily_limit_leads ?? null,
      companies: credits.daily_limit_accounts ?? null,
    },
    obstacle: sessionObstacle(session.linkedin_authentication),
  };
}

/** Fetches the files that lie elsewhere. */
const guardedAgent = createGuardedAgent({ connectTimeoutMs: 5_000 });

/**
 * How an order's file is fetched, as long as it may be: over TLS from the public internet, or from the very place of the
 * service, which the operator chose.
 *
 * @returns the guard a foreign place needs, undefined for the service's own
 * @throws ProviderError
 */
function wayToFile(
  access: Access,
  link: string,
  guard: Dispatcher,
): { address: URL; dispatcher: Dispatcher | undefined } {
  const address = parseUrl(link);
  if (address !== null && address.origin === new URL(access.baseUrl).origin) {
    return { address, dispatcher: undefined };
  }
  const judged = judgeAddress(link);
  if ("url" in judged && judged.url.protocol === "https:") {
    return { address: judged.url, dispatcher: guard };
  }
  throw new ProviderError(NAME, "malformed", {
    providerText: "Die Adresse der Datei ist keine, die abgerufen wird",
  });
}

/**
 * Vayne: works through a search of the Sales Navigator in the account's own name, one credit for each profile.
 * Source: https://www.vayne.io/en/api-documentation
 *
 * @param guard fetches files that lie elsewhere than the service
 */
export function vayne(
  access: Access,
  settings: CallSettings,
  guard: Dispatcher = guardedAgent,
): ProfileSearch {
  const orderPath = (id: string) => `/orders/${encodeURIComponent(id)}`;
  const getOrder = async (id: string, signal: AbortSignal) => {
    const schema = OrderAnswerSchema;
    const question = { method: "GET", path: orderPath(id), schema, signal } as const;
    return toOrder((await ask(access, settings, question)).order);
  };
  return {
    id: "vayne",
    name: NAME,
    getAccount: (signal) => getAccount(access, settings, signal),
    async countHits(searchUrl, signal) {
      const { total, type } = await ask(access, settings, {
        method: "POST",
        path: "/url_checks",
        body: { url: searchUrl },
        schema: UrlCheckSchema,
        // The search is really made.
        timeoutMs: 60_000,
        tries: 3,
        signal,
      });
      return { total, kind: toKind(type) };
    },
    async startOrder({ name, searchUrl, limit }, signal) {
      const { order } = await ask(access, settings, {
        method: "POST",
        path: "/orders",
        body: {
          name,
          url: searchUrl,
          limit,
          email_enrichment: false,
          saved_search: false,
          secondary_webhook: "",
          export_format: EXPORT_FORMAT,
        },
        schema: OrderAnswerSchema,
        timeoutMs: 60_000,
        tries: 1,
        signal,
      });
      return toOrder(order);
    },
    async findOrder(name, signal) {
      const { orders } = await ask(access, settings, {
        method: "GET",
        path: "/orders",
        schema: OrderListSchema,
        signal,
      });
      const found = orders.find((order) => order.name === name);
      return found === undefined ? null : toOrder(found);
    },
    getOrder,
    async requestFile(id, signal) {
      try {
        const { order } = await ask(access, settings, {
          method: "POST",
          path: `${orderPath(id)}/export`,
          body: { export_format: EXPORT_FORMAT },
          schema: OrderAnswerSchema,
          signal,
        });
        return toOrder(order);
      } catch (error) {
        // A file is being made already.
        if (error instanceof ProviderError && error.status === 409) return getOrder(id, signal);
        throw error;
      }
    },
    async downloadFile(url, signal) {
      const { address, dispatcher } = wayToFile(access, url, guard);
      const download = downloadBytes(
        {
          provider: NAME,
          method: "GET",
          url: address.href,
          // The place of the files is another's: it gets no key.
          headers: { accept: "text/csv, */*" },
          timeoutMs: 120_000,
          maxBytes: MAX_FILE_BYTES,
          tries: 4,
          secrets: [access.apiKey, ...address.searchParams.values()],
          errorText: () => null,
          signal,
        },
        settings,
        dispatcher,
      );
      // A request that has no connection yet does not look at its signal.
      return withinTime(download, signal);
    },
  };
}

/** Tries a key by its credit and its session in the network; both cost nothing. */
export const checkVayneKey: CheckKey = async (access, settings, signal) => {
  try {
    const { credits, obstacle } = await getAccount(access, settings, signal, 1);
    if (obstacle !== null) {
      return { ok: false, message: `Der Schlüssel wird angenommen. ${obstacle}`, credits };
    }
    const left = `${credits.toLocaleString("de-DE")} ${credits === 1 ? "Profil" : "Profile"}`;
    return { ok: true, message: `Der Schlüssel funktioniert. Guthaben: ${left}.`, credits };
  } catch (error) {
    if (error instanceof ProviderError) return { ok: false, message: error.message };
    throw error;
  }
};
