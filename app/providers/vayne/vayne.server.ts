import type { Dispatcher } from "undici";
import { z } from "zod";
import { parseUrl } from "../../text/parse-url";
import { type CallSettings, downloadBytes } from "../fetch/call-provider.server";
import { AmountSchema, readEach } from "../fetch/loose-fields";
import { errorText } from "../fetch/refusal-body";
import {
  type Access,
  type CheckKey,
  serviceClient,
  workingKey,
} from "../fetch/service-client.server";
import type { ProfileAccount, ProfileHits, ProfileOrder, ProfileSearch } from "../profile-search";
import { ProviderError } from "../provider-error";
import { SERVICE_NAMES } from "../services";
import { createGuardedAgent } from "../website/guarded-agent.server";

const NAME = SERVICE_NAMES.vayne;
const OWN_PAGE = "https://www.vayne.io";
const EXPORT_FORMAT = "simple";
/** Fits ten thousand profiles with long texts. */
const MAX_FILE_BYTES = 60_000_000;

const amount = AmountSchema.nullable().catch(null);
const text = z.string().nullable().catch(null);

const CreditsSchema = z.object({
  // May be negative.
  credit_available: z.union([z.number(), AmountSchema]),
  daily_limit_leads: amount,
  daily_limit_accounts: amount,
});
const SessionSchema = z.object({ linkedin_authentication: z.string() });

/** `leads` or `accounts`; older answers say `prospects` for `leads`. */
const HitsSchema = z
  .object({ total: AmountSchema, type: text })
  .transform(({ total, type }): ProfileHits => {
    return { total, kind: type === "accounts" ? "companies" : "people" };
  });

const ORDER_STATES: Record<string, ProfileOrder["state"]> = {
  finished: "finished",
  failed: "failed",
  cancelled: "failed",
  canceled: "failed",
};
/** Unknown words mean „running“. */
const FILE_STATES: Record<string, ProfileOrder["file"]["state"]> = {
  not_started: "none",
  completed: "ready",
  failed: "failed",
};

const FileSchema = z
  .object({ status: text, file_url: text })
  .transform(({ status, file_url: url }): ProfileOrder["file"] => {
    const state = status ? (FILE_STATES[status] ?? "running") : "none";
    return { state: state === "ready" && url === null ? "running" : state, url };
  })
  .catch({ state: "none", url: null });
const NamedOrderSchema = z
  .object({
    id: z.union([z.string().min(1), z.number()]).transform(String),
    name: text,
    limit: amount,
    total: amount,
    scraped: AmountSchema.catch(0),
    scraping_status: z.string().catch("unbekannt"),
    exports: z
      .unknown()
      .optional()
      .transform((exports) => FileSchema.parse(Object(exports).simple)),
  })
  .transform(({ id, name, limit, total, scraped, scraping_status: status, exports: file }) => {
    const state = ORDER_STATES[status] ?? "running";
    const order: ProfileOrder = { id, state, status, total: limit ?? total ?? 0, scraped, file };
    return { name, order };
  });
const OrderSchema = z.object({ order: NamedOrderSchema });
const OrderListSchema = z.object({
  orders: z.array(z.unknown()).transform((orders) => readEach(NamedOrderSchema, orders)),
});

const ask = serviceClient({
  provider: NAME,
  keyHeader: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  // Spent credit is a 402, or a 422 with matching words.
  classify: (status, body) =>
    status === 422 && /\bcredits?\b/i.test(errorText(body) ?? "") ? "no_credit" : null,
});

function sessionUnavailableReason(state: string): string | null {
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
  limits: { tries?: number } = {},
): Promise<ProfileAccount> {
  const get = <Schema extends z.ZodType>(path: string, schema: Schema) =>
    ask(access, settings, { ...limits, method: "GET", path, schema, signal });
  const credits = await get("/api/credits", CreditsSchema);
  const session = await get("/api/linkedin_authentication", SessionSchema);
  return {
    credits: Math.max(0, Math.floor(credits.credit_available)),
    dailyLimits: { people: credits.daily_limit_leads, companies: credits.daily_limit_accounts },
    unavailableReason: sessionUnavailableReason(session.linkedin_authentication),
  };
}

/** A file must come over TLS from the public internet, or from the service's own origin. @throws ProviderError */
function vetFileUrl(
  access: Access,
  link: string,
  guard: Dispatcher,
): { address: URL; dispatcher: Dispatcher | undefined } {
  const address = parseUrl(link);
  if (address !== null && address.origin === new URL(access.baseUrl).origin) {
    return { address, dispatcher: undefined };
  }
  if (address?.protocol === "https:" && address.username + address.password === "") {
    return { address, dispatcher: guard };
  }
  throw new ProviderError(NAME, "malformed", {
    providerText: "Die Adresse der Datei ist keine, die abgerufen wird",
  });
}

/** Each profile costs one credit. Source: https://www.vayne.io/en/api-documentation */
export function vayne(
  access: Access,
  settings: CallSettings,
  guard: Dispatcher = createGuardedAgent({
    connectTimeoutMs: 5_000,
    proxyUrl: settings.proxyUrl,
  }),
): ProfileSearch {
  async function askForOrder(
    {
      path = "",
      ...question
    }: { path?: string; body?: object; timeoutMs?: number; tries?: number },
    signal: AbortSignal,
  ): Promise<ProfileOrder> {
    const method = question.body === undefined ? "GET" : "POST";
    const to = { method, path: `/api/orders${path}`, schema: OrderSchema } as const;
    return (await ask(access, settings, { ...question, ...to, signal })).order.order;
  }
  const getOrder = (id: string, signal: AbortSignal) =>
    askForOrder({ path: `/${encodeURIComponent(id)}` }, signal);
  return {
    id: "vayne",
    name: NAME,
    getAccount: (signal) => getAccount(access, settings, signal),
    countHits: (searchUrl, signal) =>
      ask(access, settings, {
        method: "POST",
        path: "/api/url_checks",
        body: { url: searchUrl },
        schema: HitsSchema,
        timeoutMs: 60_000,
        tries: 3,
        signal,
      }),
    startOrder({ name, searchUrl, limit }, signal) {
      const body = {
        name,
        url: searchUrl,
        limit,
        email_enrichment: false,
        saved_search: false,
        secondary_webhook: "",
        export_format: EXPORT_FORMAT,
      };
      return askForOrder({ body, timeoutMs: 60_000, tries: 1 }, signal);
    },
    async findOrder(name, signal) {
      const to = { method: "GET", path: "/api/orders", schema: OrderListSchema } as const;
      const { orders } = await ask(access, settings, { ...to, signal });
      return orders.find((listed) => listed.name === name)?.order ?? null;
    },
    getOrder,
    async requestFile(id, signal) {
      const path = `/${encodeURIComponent(id)}/export`;
      const body = { export_format: EXPORT_FORMAT };
      try {
        return await askForOrder({ path, body }, signal);
      } catch (error) {
        // 409: the export is already running.
        if (error instanceof ProviderError && error.status === 409) return getOrder(id, signal);
        throw error;
      }
    },
    async downloadFile(url, signal) {
      const { address, dispatcher } = vetFileUrl(access, url, guard);
      return downloadBytes(
        {
          provider: NAME,
          method: "GET",
          url: address.href,
          // Another origin must not get the key.
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
    },
  };
}

export const checkVayneKey: CheckKey = async (access, settings, signal) => {
  const { credits, unavailableReason } = await getAccount(access, settings, signal, { tries: 1 });
  if (unavailableReason !== null) {
    return { ok: false, message: `Der Schlüssel wird angenommen. ${unavailableReason}`, credits };
  }
  return workingKey(credits, ["Profil", "Profile"]);
};
