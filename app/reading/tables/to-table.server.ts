import { invalid } from "../../refusal";
import { isDataRow } from "./column-values.server";
import type { FileTable, NumberedRecord } from "./fields";
import { isKnownHeader, readHeader } from "./header-names";

/** The header is one of these, since titles, dates and logos may precede it. */
const FIRST_RECORDS = 20;

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

const filledCount = (cells: readonly string[]) => cells.filter((cell) => cell !== "").length;

function namedCount(cells: readonly string[]): number {
  return cells.filter((cell) => {
    const reading = readHeader(cell);
    return cell !== "" && cell.length < 60 && (isKnownHeader(reading) || reading.isIgnored);
  }).length;
}

/** Index of the record with the most known names, else of the first wide one; -1 without a header. */
function findHeader(records: readonly NumberedRecord[]): number {
  const first = records.slice(0, FIRST_RECORDS);
  const named = first.map(({ cells }) =>
    isDataRow(cells) || namedCount(cells) < filledCount(cells) / 3 ? 0 : namedCount(cells),
  );
  const most = Math.max(...named);
  const width = Math.max(...first.map(({ cells }) => filledCount(cells)));
  const isBelowData = first.slice(0, named.indexOf(most)).some(({ cells }) => isDataRow(cells));
  if (most > 1 || (most === 1 && width < 3 && !isBelowData)) return named.indexOf(most);
  const wide = first.findIndex(({ cells }) => filledCount(cells) > width / 2);
  return isDataRow(first[wide]?.cells ?? []) ? -1 : wide;
}

/** @param header index of the header record, -1 for none */
function tableBelow(records: readonly NumberedRecord[], header: number): FileTable {
  const above = records.slice(0, header + 1);
  const rows = records.slice(header + 1);
  if (rows.length === 0) {
    throw invalid(
      "file",
      "Unter der Kopfzeile stehen keine Zeilen. Eine Zeile nennt die Spalten, jede weitere ist eine Firma.",
    );
  }
  const widest = Math.max(
    ...rows.slice(0, FIRST_RECORDS).map(({ cells }) => lastFilled(cells) + 1),
  );
  const names = above.at(-1)?.cells ?? Array.from({ length: widest }, () => "");
  const width = above.length === 0 ? widest : lastFilled(names) + 1;
  const columns = nameColumns(names.slice(0, width));
  return {
    header: columns,
    rows: rows.map(({ cells }) => cutToHeader(cells, columns.length)),
    lines: rows.map(({ line }) => line),
    above,
  };
}

const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell !== "");

/** @throws Refusal if there are no rows below the header */
export function toTable(records: readonly NumberedRecord[]): FileTable {
  if (records.length === 0) throw invalid("file", "Die Datei ist leer.");
  return tableBelow(records, findHeader(records));
}

function recordsOf({ header, rows, lines, above }: FileTable): NumberedRecord[] {
  const first = lines[0] ?? 2;
  const below = rows.map((cells, index) => ({ cells, line: lines[index] ?? first + index }));
  return [...(above ?? [{ cells: header, line: first - 1 }]), ...below];
}

/** Line of the header in the file; 0 without a header. */
export function headerLine({ above, lines: [first] }: FileTable): number {
  return above === undefined ? (first ?? 2) - 1 : (above.at(-1)?.line ?? 0);
}

export function headerChoices(table: FileTable): NumberedRecord[] {
  return recordsOf(table).slice(0, FIRST_RECORDS);
}

/**
 * @param line in the file; 0 for a list without a header
 * @throws Refusal if there is no such line or no row below it
 */
export function withHeaderAt(table: FileTable, line: number): FileTable {
  const records = recordsOf(table);
  const header = records.findIndex((record) => record.line === line);
  if (header < 0 && line !== 0)
    throw invalid("kopfzeile", "Diese Zeile gibt es in der Datei nicht.");
  const { note, sheet, others } = table;
  return { ...tableBelow(records, header), note, sheet, others };
}

/** All tables of a workbook, in its order. */
export function tablesOf(table: FileTable): FileTable[] {
  const positionOf = ({ sheet }: FileTable) => sheet?.position ?? 0;
  return [table, ...(table.others ?? [])].sort(
    (left, right) => positionOf(left) - positionOf(right),
  );
}

/** @throws Refusal if there is no such sheet */
export function withSheetAt(table: FileTable, position: number): FileTable {
  const tables = tablesOf(table).map((one) => ({ ...one, others: undefined }));
  const chosen = tables.find(({ sheet }) => sheet?.position === position);
  if (chosen === undefined) throw invalid("blatt", "Dieses Blatt gibt es in der Datei nicht.");
  return { ...chosen, others: tables.filter((one) => one !== chosen) };
}
