import { z } from "zod";
import type { Db } from "~db/client";
import { findProviderLimits, saveProviderLimits } from "~db/queries/provider-limits";
import type { RateLimiter } from "../providers/fetch/rate-limiter.server";
import { type CallLimits, DEFAULT_LIMITS, SERVICES, type Service } from "../providers/services";

const DIGITS = /^\d{1,9}$/;

/** Accepts thousands separators; empty means null. */
function limit(max: number, sentence: string) {
  return z
    .string(sentence)
    .trim()
    .prefault("")
    .transform((text, context) => {
      const digits = text.replace(/(?<=\d)\.(?=\d{3}(?:\D|$))/g, "");
      if (digits === "") return null;
      const value = Number(digits);
      if (DIGITS.test(digits) && value >= 1 && value <= max) return value;
      context.addIssue({ code: "custom", message: sentence });
      return z.NEVER;
    });
}

/** Null means the default, or no ceiling. */
export const LimitsSchema = z.object({
  maxConcurrent: limit(20, "Eine ganze Zahl von 1 bis 20, oder leer."),
  maxPerMinute: limit(1_000, "Eine ganze Zahl von 1 bis 1.000, oder leer."),
  monthlyCeiling: limit(1_000_000, "Eine ganze Zahl von 1 bis 1.000.000, oder leer."),
});

/** „0,03“ or „1.250,5“; empty means unknown. */
export const PriceSchema = z
  .string()
  .trim()
  .prefault("")
  .transform((text, context) => {
    if (text === "") return null;
    const isGrouped = /^[1-9]\d{0,2}(\.\d{3})+(,|$)/.test(text);
    const digits = (isGrouped ? text.replaceAll(".", "") : text).replace(",", ".");
    if (/^\d{1,6}(\.\d{1,6})?$/.test(digits)) return Number(digits);
    context.addIssue({ code: "custom", message: "Ein Betrag in Euro wie 0,03, oder leer." });
    return z.NEVER;
  });

type LimitsInput = z.infer<typeof LimitsSchema>;

export async function applyLimits(db: Db, limiter: RateLimiter): Promise<void> {
  const chosen = new Map((await findProviderLimits(db)).map((row) => [row.provider, row]));
  for (const service of SERVICES)
    limiter.configure(service, chosen.get(service) ?? DEFAULT_LIMITS[service]);
}

export async function findLimits(db: Db) {
  const rows = new Map((await findProviderLimits(db)).map((row) => [row.provider, row]));
  return new Map(
    SERVICES.map((service) => {
      const row = rows.get(service);
      const defaults = DEFAULT_LIMITS[service];
      const chosen = (field: keyof CallLimits) =>
        row === undefined || row[field] === defaults[field] ? null : row[field];
      const limits = {
        maxConcurrent: chosen("maxConcurrent"),
        maxPerMinute: chosen("maxPerMinute"),
        monthlyCeiling: row?.monthlyCeiling ?? null,
        defaults,
      };
      return [service, limits] as const;
    }),
  );
}

/** Applies to all further calls. */
export async function saveLimits(
  { db, limiter }: { db: Db; limiter: RateLimiter },
  service: Service,
  input: LimitsInput,
  by: { actor: string; now: number },
): Promise<void> {
  const defaults = DEFAULT_LIMITS[service];
  const limits = {
    maxConcurrent: input.maxConcurrent ?? defaults.maxConcurrent,
    maxPerMinute: input.maxPerMinute ?? defaults.maxPerMinute,
  };
  await saveProviderLimits(db, {
    provider: service,
    ...limits,
    monthlyCeiling: input.monthlyCeiling,
    updatedAt: by.now,
    updatedBy: by.actor,
  });
  limiter.configure(service, limits);
}
