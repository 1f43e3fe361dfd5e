import { z } from "zod";
import { AmountSchema, readEach } from "../fetch/loose-fields";
import { errorText } from "../fetch/refusal-body";
import type { ProfileKind, ProfileOrder } from "../profile-search";
import type { ProviderErrorKind } from "../provider-error";

/** Optional fields may be missing. Source: https://www.vayne.io/en/api-documentation */

const amount = AmountSchema.nullable().catch(null);
const text = z.string().nullable().catch(null);

export const CreditsSchema = z.object({
  // May be negative.
  credit_available: z.union([z.number(), AmountSchema]),
  daily_limit_leads: amount,
  daily_limit_accounts: amount,
});

export const AuthenticationSchema = z.object({ linkedin_authentication: z.string() });

/** `leads` or `accounts`; older answers say `prospects` for `leads`. */
export const UrlCheckSchema = z.object({
  total: AmountSchema,
  type: text,
});

const FileSchema = z.object({ status: text, file_url: text });

const OrderSchema = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  name: text,
  limit: amount,
  total: amount,
  scraped: AmountSchema.catch(0),
  scraping_status: text,
  exports: z
    .object({ simple: FileSchema.nullable().catch(null) })
    .nullable()
    .catch(null),
});
type WireOrder = z.infer<typeof OrderSchema>;

export const OrderAnswerSchema = z.object({ order: OrderSchema });
export const OrderListSchema = z.object({
  orders: z.array(z.unknown()).transform((orders) => readEach(OrderSchema, orders)),
});

/** Spent credit is a 402, or a 422 with matching words. */
export function classify(status: number, body: unknown): ProviderErrorKind | null {
  return status === 422 && /\bcredits?\b/i.test(errorText(body) ?? "") ? "no_credit" : null;
}

export function toKind(type: string | null | undefined): ProfileKind {
  return type === "accounts" ? "companies" : "people";
}

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

export function toOrder(order: WireOrder): ProfileOrder {
  const status = order.scraping_status ?? "unbekannt";
  const file = order.exports?.simple;
  const fileState = file?.status ? (FILE_STATES[file.status] ?? "running") : "none";
  const url = file?.file_url ?? null;
  return {
    id: order.id,
    state: ORDER_STATES[status] ?? "running",
    status,
    total: order.limit ?? order.total ?? 0,
    scraped: order.scraped,
    file: { state: fileState === "ready" && url === null ? "running" : fileState, url },
  };
}
