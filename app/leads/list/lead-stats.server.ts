import { TZDate } from "@date-fns/tz";
import type { Db } from "~db/client";
import { findQuarterCounts, findTotals, QUARTER_MS } from "~db/queries/lead-stats";

const SPARKLINE_DAYS = 7;

export type LeadStats = Awaited<ReturnType<typeof getLeadStats>>;

/** The beginnings of the last days and of tomorrow, oldest first. */
function dayStarts(now: number, timeZone: string): TZDate[] {
  const today = new TZDate(now, timeZone);
  const first = today.getDate() - SPARKLINE_DAYS + 1;
  return Array.from(
    { length: SPARKLINE_DAYS + 1 },
    (_, index) => new TZDate(today.getFullYear(), today.getMonth(), first + index, timeZone),
  );
}

/**
 * The store in numbers; `sparkline` has seven days, the oldest first. A day is one of the team's time zone, also when
 * the clocks change.
 *
 * @param now milliseconds UTC
 */
export async function getLeadStats(db: Db, timeZone: string, now: number) {
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
