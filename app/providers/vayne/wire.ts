import { z } from "zod";
import type { ProfileKind, ProfileOrder } from "../profile-search";
import type { ProviderErrorKind } from "../provider-error";

/**
 * Answers of Vayne, as several independent clients read them; the service's own description names the fields only in
 * part, so whatever is not needed may be missing.
 * Source: https://www.vayne.io/en/api-documentation
 */

const count = z
  .number()
  .nonnegative()
  .nullish()
  .transform((value) => value ?? 0);

export const CreditsSchema = z.object({
  credit_available: z.number(),
  daily_limit_leads: z.number().nullish(),
  daily_limit_accounts: z.number().nullish(),
});

/** `active`, `inactive`, `checking`, `invalid` or `expired`. */
export const AuthenticationSchema = z.object({ linkedin_authentication: z.string() });

/** `leads` or `accounts`; older answers say `prospects` for the first. */
export const UrlCheckSchema = z.object({
  total: z.number().nonnegative(),
  type: z.string().nullish(),
});

const FileSchema = z.object({ status: z.string().nullish(), file_url: z.string().nullish() });

const OrderSchema = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  name: z.string().nullish(),
  limit: z.number().nullish(),
  total: z.number().nullish(),
  scraped: count,
  scraping_status: z.string().nullish(),
  exports: z.object({ simple: FileSchema.nullish() }).nullish(),
});
type WireOrder = z.infer<typeof OrderSchema>;

export const OrderAnswerSchema = z.object({ order: OrderSchema });
export const OrderListSchema = z.object({ orders: z.array(OrderSchema) });

const ErrorSchema = z.object({ error: z.unknown(), details: z.unknown(), message: z.unknown() });

function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  return [];
}

/** The service's own words in a refusal: what went wrong, and the details where it gives some. */
export function errorText(body: unknown): string | null {
  const parsed = ErrorSchema.partial().safeParse(body);
  if (!parsed.success) return null;
  const { error, details, message } = parsed.data;
  const words = [...new Set([error, details, message].flatMap(wordsIn))];
  return words.length === 0 ? null : words.join(": ");
}

/** What a refusal means. Used-up credit is said by 402 or by the words of a 422. */
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

/** A word that nobody knows means that it is still under way. */
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
    // Without an address there is nothing to fetch yet.
    file: { state: fileState === "ready" && url === null ? "running" : fileState, url },
  };
}
