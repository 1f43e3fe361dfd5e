import { unzipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";
import { invalid } from "../refusal";
import { normalizeText } from "../text/clean-text";
import { MAX_ROWS, type NumberedRecord } from "./fields";
import { tooManyRows } from "./parse-csv.server";

/** Fifty thousand full rows unpack to half of it. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

const BROKEN_WORKBOOK =
  "Die Excel-Datei lässt sich nicht lesen. In Excel öffnen, als .xlsx speichern und noch einmal hochladen.";

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** A date without a time of day as „20.11.2026“, else „20.11.2026 14:05“; sheets know no time zone. */
function dateText(date: Date): string {
  // A time of day is a fraction in the file, and comes out a millisecond beside what was meant.
  const time = new Date(Math.round(date.getTime() / 1000) * 1000);
  const day = `${twoDigits(time.getUTCDate())}.${twoDigits(time.getUTCMonth() + 1)}.${time.getUTCFullYear()}`;
  const clock = `${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`;
  return clock === "00:00" ? day : `${day} ${clock}`;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : dateText(value);
  if (typeof value === "boolean") return value ? "ja" : "nein";
  return normalizeText(String(value)).trim();
}

/**
 * Adds up what the parts say they unpack to, and unpacks none. The reader makes room for just that much, so a file that
 * lies about it is broken and not dangerous.
 */
function assertUnpackable(bytes: Uint8Array): void {
  let total = 0;
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize;
        return false;
      },
    });
  } catch {
    throw invalid("file", BROKEN_WORKBOOK);
  }
  if (total > MAX_UNPACKED_BYTES) {
    throw invalid(
      "file",
      "Die Excel-Datei ist ausgepackt zu groß. Andere Blätter und Bilder entfernen oder als CSV speichern.",
    );
  }
}

/** @throws Refusal when it is no workbook or too large */
export async function parseWorkbook(bytes: Uint8Array): Promise<NumberedRecord[]> {
  assertUnpackable(bytes);
  const sheet = await readSheet(new Blob([new Uint8Array(bytes)]), 1, { trim: false }).catch(() => {
    throw invalid("file", BROKEN_WORKBOOK);
  });
  const records = sheet.flatMap((row, index) => {
    const cells = row.map(cellText);
    return cells.some((cell) => cell !== "") ? [{ cells, line: index + 1 }] : [];
  });
  if (records.length > MAX_ROWS + 1) throw invalid("file", tooManyRows());
  return records;
}
