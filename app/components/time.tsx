import { createContext, useContext } from "react";
import { formatDate, formatDateTime } from "../format/german";

/** The time zone of the team, in which all days and times are shown. */
export const TimeZoneContext = createContext("Europe/Berlin");

/** A point in time as people read it; the day alone is shown where `day` is set. */
export function Time({ iso, day = false }: { iso: string; day?: boolean }) {
  const timeZone = useContext(TimeZoneContext);
  const full = formatDateTime(iso, timeZone);
  return (
    <time dateTime={iso} title={day ? `${full} Uhr` : undefined}>
      {day ? formatDate(iso, timeZone) : full}
    </time>
  );
}
