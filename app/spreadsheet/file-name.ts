import { isoDay } from "../format/iso-time";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const letters: Record<string, string> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "oe",
  ł: "l",
  đ: "d",
};

/** Leaves room for the date and the ending below the 255 bytes that file systems allow. */
const longestName = 120;

/**
 * Names a workbook after its parts and the day in the time zone, in lower case and only with a–z, 0–9 and hyphens:
 * `["Leads", "mit E-Mail"]` becomes `leads-mit-e-mail-2026-11-21.xlsx`. Parts that leave nothing are left out.
 *
 * @throws RangeError if the date is invalid or the time zone unknown
 */
export function workbookFileName(parts: readonly string[], date: Date, timeZone: string): string {
  const name = parts.map(fold).filter(Boolean).join("-").slice(0, longestName).replace(/-$/, "");
  return `${[name, isoDay(date, timeZone)].filter(Boolean).join("-")}.xlsx`;
}

/** The `Content-Disposition` header of a download (RFC 6266). A workbook's name needs no escaping. */
export function contentDisposition(workbookName: string): string {
  return `attachment; filename="${workbookName}"; filename*=UTF-8''${workbookName}`;
}

function fold(part: string): string {
  return part
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüßæœøłđ]/g, (letter) => letters[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
