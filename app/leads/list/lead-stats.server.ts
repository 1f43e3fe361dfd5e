import { TZDate } from "@date-fns/tz";
import type { Db } from "~db/client";
import {
  findQuarterCounts,
  findTotals,
  QUARTER_MS,
  type StoreTotals,
} from "~db/queries/lead-stats";

const SPARKLINE_DAYS = 7;

/** The store in numbers. A day is one of the team's time zone, also when the clocks change. */
export interface LeadStats extends StoreTotals {
  newToday: number;
  /** Seven days, the oldest first; the last one is today. */
  sparkline: { date: string; count: number }[];
}

/** The beginnings of the last days and of tomorrow, oldest first. */
function dayStarts(now: number, timeZone: string): TZDate[] {
  const today = new TZDate(now, timeZone);
  const [year, month, first] = [
    today.getFullYear(),
    today.getMonth(),
    today.getDate() - SPARKLINE_DAYS + 1,
  ];
  return Array.from(
    { length: SPARKLINE_DAYS + 1 },
    (_, index) => new TZDate(year, month, first + index, timeZone),
  );
}

/** @param now milliseconds UTC */
export async function getLeadStats(db: Db, timeZone: string, now: number): Promise<LeadStats> {
  const starts = dayStarts(now, timeZone);
  const [totals, quarters] = await Promise.all([
    findTotals(db),
    findQuarterCounts(db, starts[0]?.getTime() ?? now),
  ]);
  const sparkline = starts.slice(0, -1).map((start, index) => {
    const end = starts[index + 1]?.getTime() ?? Number.POSITIVE_INFINITY;
    const isInDay = ({ quarter }: { quarter: number }) =>
      quarter * QUARTER_MS >= start.getTime() && quarter * QUARTER_MS < end;
    const count = quarters.filter(isInDay).reduce((sum, { n }) => sum + n, 0);
    return { date: start.toISOString().slice(0, 10), count };
  });
  return { ...totals, newToday: sparkline.at(-1)?.count ?? 0, sparkline };
}
