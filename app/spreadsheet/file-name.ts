import { foldText } from "~db/fold";
import { isoDay } from "../format/iso-time";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Leaves room for the date and the ending below the 255 bytes that file systems allow. */
const MAX_LENGTH = 120;

const fold = (part: string) =>
  foldText(part)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** `["Leads", "mit E-Mail"]` becomes `leads-mit-e-mail-2026-11-21.xlsx`, by the day in the time zone. */
export function workbookFileName(parts: readonly string[], date: Date, timeZone: string): string {
  const name = parts.map(fold).filter(Boolean).join("-").slice(0, MAX_LENGTH).replace(/-$/, "");
  return `${[name, isoDay(date, timeZone)].filter(Boolean).join("-")}.xlsx`;
}
