import { invalid } from "../../refusal";
import { isDataRow } from "./column-values.server";
import type { FileTable } from "./fields";
import { isKnownHeader, readHeader } from "./header-names";
import { NO_TABLE, parseCsv } from "./parse-csv.server";
import { parseWorkbook } from "./parse-workbook.server";
import { toTable } from "./to-table.server";

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];

function startsWith(bytes: Uint8Array, signs: readonly number[]): boolean {
  return signs.every((sign, index) => bytes[index] === sign);
}

const knownCount = ({ header }: Pick<FileTable, "header">) =>
  header.filter((name) => isKnownHeader(readHeader(name))).length;

/** Chooses the sheet with the most known headers, then the longest; keeps the other tables beside it. */
async function parseSheets(bytes: Uint8Array): Promise<FileTable> {
  const sheets = await parseWorkbook(bytes);
  const unread = sheets.flatMap(({ name, fault }) => (fault === null ? [] : { name, fault }));
  const missing = unread.map(({ name, fault }) => `Das Blatt „${name}“ fehlt: ${fault.message}`);
  const note = missing.join(" ") || undefined;
  const tables: FileTable[] = [];
  let refusal: unknown = unread[0]?.fault;
  for (const [index, { name, records }] of sheets.entries()) {
    try {
      tables.push({ ...toTable(records), sheet: { name, position: index + 1 }, note });
    } catch (error) {
      refusal ??= error;
    }
  }
  const [table] = tables.toSorted(
    (left, right) => knownCount(right) - knownCount(left) || right.rows.length - left.rows.length,
  );
  if (table === undefined) throw refusal;
  const others = tables.filter((other) => other !== table);
  return others.length === 0 ? { ...table, sheet: undefined } : { ...table, others };
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
  if (startsWith(bytes, ZIP)) return parseSheets(bytes);
  const { records, note } = parseCsv(bytes);
  const [{ cells } = { cells: [] }] = records;
  // A letter, or a page that was saved under the name of a list.
  const isLoneText = records.length === 1 && knownCount({ header: cells }) === 0;
  if (isLoneText && !isDataRow(cells)) throw invalid("file", NO_TABLE);
  return { ...toTable(records), note };
}
