import { formatWeekday } from "~/format/german";
import { workdayIn } from "~/format/iso-time";

/** „in 7 Tagen (Mo, 7.12.)“, since a weekend moves to Monday, and the ISO day. */
export function followUpIn(days: number, timeZone: string) {
  const day = workdayIn(days, timeZone);
  return [`in ${days} Tagen (${formatWeekday(day)})`, day] as const;
}

export function followUpDays(timeZone: string) {
  const next = ["nächster Werktag", workdayIn(1, timeZone)] as const;
  return [next, followUpIn(7, timeZone), followUpIn(30, timeZone)];
}
