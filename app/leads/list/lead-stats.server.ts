import { TZDate } from "@date-fns/tz";
import type { Db } from "~db/client";
import { countNewLeads, findTotals } from "~db/queries/lead-counters";

const SPARKLINE_DAYS = 7;

export type LeadStats = Awaited<ReturnType<typeof getLeadStats>>;

/** Oldest day first. Times are milliseconds UTC, and include tomorrow's start. */
interface Week {
  timeZone: string;
  dates: string[];
  starts: number[];
}

let week: Week = { timeZone: "", dates: [], starts: [] };

/** Cached for the day: a time zone's calendar costs more than the counting. */
function weekOf(now: number, timeZone: string): Week {
  const [today = 0, tomorrow = 0] = week.starts.slice(-2);
  if (week.timeZone === timeZone && now >= today && now < tomorrow) return week;
  const date = new TZDate(now, timeZone);
  const first = date.getDate() - SPARKLINE_DAYS + 1;
  const days = Array.from(
    { length: SPARKLINE_DAYS + 1 },
    (_, index) => new TZDate(date.getFullYear(), date.getMonth(), first + index, timeZone),
  );
  const dates = days.slice(0, -1).map((day) => day.toISOString().slice(0, 10));
  week = { timeZone, dates, starts: days.map((day) => day.getTime()) };
  return week;
}

/** @param now milliseconds UTC */
export async function getLeadStats(db: Db, timeZone: string, now: number) {
  const { dates, starts } = weekOf(now, timeZone);
  const [totals, counts] = await Promise.all([findTotals(db), countNewLeads(db, starts)]);
  const sparkline = dates.map((date, index) => ({ date, count: counts[index] ?? 0 }));
  return { ...totals, newToday: counts.at(-1) ?? 0, sparkline };
}
