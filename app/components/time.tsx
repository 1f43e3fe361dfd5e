import { createContext, useContext } from "react";
import { formatDateTime } from "../format/german";

/** The time zone of the team, in which all days and times are shown. */
export const TimeZoneContext = createContext("Europe/Berlin");

/** „20.11.2026“, with which „20.11.2026, 14:05“ begins: a list formats each time once. */
const DAY_LENGTH = 10;

/**
 * A point in time as people read it; the day alone is shown where `day` is set.
 *
 * @param at ISO 8601, or milliseconds
 */
export function Time({ iso: at, day = false }: { iso: string | number; day?: boolean }) {
  const timeZone = useContext(TimeZoneContext);
  const iso = typeof at === "string" ? at : new Date(at).toISOString();
  const full = formatDateTime(iso, timeZone);
  return (
    <time dateTime={iso} title={day ? `${full} Uhr` : undefined}>
      {day ? full.slice(0, DAY_LENGTH) : full}
    </time>
  );
}
