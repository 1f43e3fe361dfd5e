import { createContext, useContext } from "react";
import { formatDateTime } from "../format/german";

export const TimeZoneContext = createContext("Europe/Berlin");

/** The length of „20.11.2026“ in „20.11.2026, 14:05“, so that each time is formatted once. */
const DAY_LENGTH = 10;

/** Takes ISO 8601 or milliseconds; `day` omits the time of day. */
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
