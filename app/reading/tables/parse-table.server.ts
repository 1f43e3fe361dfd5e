import { invalid } from "../../refusal";
import type { FileTable } from "./fields";
import { parseCsv } from "./parse-csv.server";
import { parseWorkbook } from "./parse-workbook.server";
import { toTable } from "./to-table.server";

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];

function startsWith(bytes: Uint8Array, signs: readonly number[]): boolean {
  return signs.every((sign, index) => bytes[index] === sign);
}

/**
 * Takes seconds and much memory for the largest list, so run it in a thread.
 *
 * @throws Refusal if the file is no table, too long or broken
 */
export async function parseTable(bytes: Uint8Array): Promise<FileTable> {
  if (startsWith(bytes, OLD_EXCEL)) {
    throw invalid(
      "file",
      "Das ist eine Datei im alten Excel-Format .xls. In Excel als .xlsx speichern und noch einmal hochladen.",
    );
  }
  if (startsWith(bytes, ZIP)) return toTable(await parseWorkbook(bytes));
  const { records, note } = parseCsv(bytes);
  return { ...toTable(records), note };
}
