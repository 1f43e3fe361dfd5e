import { invalid } from "../refusal";
import type { FileTable } from "./fields";
import { type NumberedRecord, parseCsv } from "./parse-csv.server";
import { parseWorkbook } from "./parse-workbook.server";

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0];

function startsWith(bytes: Uint8Array, signs: readonly number[]): boolean {
  return signs.every((sign, index) => bytes[index] === sign);
}

function nameColumns(cells: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    const wanted = cell === "" ? `Spalte ${index + 1}` : cell;
    let name = wanted;
    for (let count = 2; names.has(name); count += 1) name = `${wanted} (${count})`;
    names.add(name);
  }
  return [...names];
}

function cutToHeader(cells: readonly string[], width: number): string[] {
  const isEmptyBeyond = cells.slice(width).every((cell) => cell === "");
  return isEmptyBeyond ? cells.slice(0, width) : [...cells];
}

function toTable(records: readonly NumberedRecord[]): FileTable {
  const [head, ...rows] = records;
  if (head === undefined) throw invalid("file", "Die Datei ist leer.");
  if (rows.length === 0) {
    throw invalid(
      "file",
      "Unter der Kopfzeile stehen keine Zeilen. Die erste Zeile nennt die Spalten, jede weitere ist eine Firma.",
    );
  }
  const last = head.cells.findLastIndex((cell) => cell !== "");
  const header = nameColumns(head.cells.slice(0, last + 1));
  return {
    header,
    rows: rows.map(({ cells }) => cutToHeader(cells, header.length)),
    lines: rows.map(({ line }) => line),
  };
}

/**
 * Takes seconds and much memory for the largest list: belongs into a thread of its own.
 *
 * @throws Refusal when it is no table, too long or broken
 */
export async function parseTable(bytes: Uint8Array): Promise<FileTable> {
  if (startsWith(bytes, OLD_EXCEL)) {
    throw invalid(
      "file",
      "Das ist eine Datei im alten Excel-Format .xls. In Excel als .xlsx speichern und noch einmal hochladen.",
    );
  }
  return toTable(startsWith(bytes, ZIP) ? await parseWorkbook(bytes) : parseCsv(bytes));
}
