import { TZDate } from "@date-fns/tz";
import type { Db } from "~db/client";
import { countNewLeads, findTotals } from "~db/queries/lead-counters";

const SPARKLINE_DAYS = 7;

export type LeadStats = Awaited<ReturnType<typeof getLeadStats>>;

/** @param now milliseconds UTC */
export async function getLeadStats(db: Db, timeZone: string, now: number) {
  const today = new TZDate(now, timeZone);
  const first = today.getDate() - SPARKLINE_DAYS + 1;
  // The last entry is tomorrow's midnight, the end of today.
  const days = Array.from(
    { length: SPARKLINE_DAYS + 1 },
    (_, index) => new TZDate(today.getFullYear(), today.getMonth(), first + index, timeZone),
  );
  const starts = days.map((day) => day.getTime());
  const [totals, counts] = await Promise.all([findTotals(db), countNewLeads(db, starts)]);
  const sparkline = counts.map((count, index) => {
    return { date: days[index]?.toISOString().slice(0, 10) ?? "", count };
  });
  return { ...totals, newToday: counts.at(-1) ?? 0, sparkline };
}
