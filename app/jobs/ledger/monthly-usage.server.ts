import type { Db } from "~db/client";
import { findMonthlyUsage } from "~db/queries/provider-usage";
import { monthOf } from "../../format/iso-time";
import { isService, OPEN_DATA, providerName, SERVICE_ORDER } from "../../providers/services";
import { findLimits } from "../../settings/provider-limits.server";
import { amountOf, loadPrices } from "./cost.server";

const MONTHS = 12;

function monthBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 - count)).toISOString().slice(0, 7);
}

/**
 * `credits` are the service's own units or a model's tokens; `cost` uses current prices.
 * @param wanted YYYY-MM; falls back to this month
 */
export async function findUsagePage(
  db: Db,
  wanted: string | null,
  { now, timeZone }: { now: number; timeZone: string },
) {
  const current = monthOf(now, timeZone);
  const [usage, limits, price] = await Promise.all([
    findMonthlyUsage(db, monthBefore(current, MONTHS - 1)),
    findLimits(db),
    loadPrices(db),
  ]);
  const months = [...new Set([current, ...usage.map(({ month }) => month)])];
  const month = months.find((known) => known === wanted) ?? current;
  const used = new Map(
    usage.filter((row) => row.month === month).map((row) => [row.provider, row]),
  );
  used.delete(OPEN_DATA);
  const providers = [...new Set<string>([...SERVICE_ORDER, ...used.keys()])];
  const rows = providers.map((provider) => {
    const { calls = 0, billed = 0, credits = 0, saved = 0 } = used.get(provider) ?? {};
    const isKnown = isService(provider);
    const ceiling = isKnown ? (limits.get(provider)?.monthlyCeiling ?? null) : null;
    return {
      provider,
      name: providerName(provider),
      calls,
      /** Counted by the ceiling. */
      limited: calls + (used.get(`${provider}-details`)?.calls ?? 0),
      billed,
      credits,
      saved,
      cost: amountOf(price, [{ provider, credits }]),
      ceiling: month === current ? ceiling : null,
    };
  });
  return { month, rows, months };
}

export type UsagePage = Awaited<ReturnType<typeof findUsagePage>>;
export type UsageRow = UsagePage["rows"][number];
