import type { Db } from "~db/client";
import { FAULT_COLUMN, type FileTable, type Mapping } from "../reading/tables/fields";
import { workbookFileName } from "../spreadsheet/file-name";
import { workbookDownload } from "../spreadsheet/workbook-download.server";
import { type Column, writeWorkbook } from "../spreadsheet/workbook-writer.server";
import { isOfClass, previewImport } from "./preview-import.server";
import { CLASS_WORDS, OUTCOME_WORDS, type RowClass } from "./row-classes";

const WIDTH = 24;
const FAULT_WIDTH = 60;

/** An Excel download to correct and upload again; null if no row matches. */
export async function classRowsResponse(
  db: Db,
  { fileName, table, mapping }: { fileName: string; table: FileTable; mapping: Mapping },
  classes: readonly RowClass[],
  timeZone: string,
): Promise<Response | null> {
  const all = await previewImport(db, table, mapping);
  const rows = all
    .filter((row) => classes.some((rowClass) => isOfClass(row, rowClass)))
    .map(({ cells, line, outcome, messages }) => ({
      cells,
      fault: `Zeile ${line}: ${messages.join("; ") || OUTCOME_WORDS[outcome]}`,
    }));
  if (rows.length === 0) return null;
  type Row = (typeof rows)[number];
  const { header } = table;
  const width = Math.max(header.length, ...rows.map(({ cells }) => cells.length));
  const columns: Column<Row>[] = Array.from({ length: width }, (_, index) => ({
    header: header[index] ?? `Spalte ${index + 1}`,
    width: WIDTH,
    kind: "text",
    value: ({ cells }) => cells[index] ?? null,
  }));
  const own = columns.filter((column) => column.header !== FAULT_COLUMN);
  own.push({
    header: FAULT_COLUMN,
    width: FAULT_WIDTH,
    kind: "text",
    value: ({ fault }) => fault,
  });
  const words = classes.map((rowClass) => CLASS_WORDS[rowClass].replaceAll(" ", "-"));
  const name = workbookFileName([fileName.replace(/\.\w+$/, ""), ...words], new Date(), timeZone);
  const sheet = { sheetName: "Zeilen", columns: own, rows, timeZone };
  return workbookDownload(
    (path) => writeWorkbook({ path, ...sheet }),
    () => name,
  );
}
