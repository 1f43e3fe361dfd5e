import type { Db } from "~db/client";
import { FAULT_COLUMN, type FileTable, type Mapping } from "../reading/tables/fields";
import { workbookFileName } from "../spreadsheet/file-name";
import { workbookDownload } from "../spreadsheet/workbook-download.server";
import { column, writeWorkbook } from "../spreadsheet/workbook-writer.server";
import { isOfClass, previewImport } from "./preview-import.server";
import { CLASS_WORDS, OUTCOME_WORDS, type RowClass } from "./row-classes";

const WIDTH = 24;
const FAULT_WIDTH = 60;

interface Row {
  cells: readonly string[];
  fault: string;
}

/** An Excel download to correct and upload again; null if no row matches. */
export async function classRowsResponse(
  db: Db,
  { fileName, table, mapping }: { fileName: string; table: FileTable; mapping: Mapping },
  classes: readonly RowClass[],
  timeZone: string,
): Promise<Response | null> {
  const rows = (await previewImport(db, table, mapping))
    .filter((row) => classes.some((rowClass) => isOfClass(row, rowClass)))
    .map(({ cells, line, outcome, messages }): Row => {
      const fault = messages.join("; ") || OUTCOME_WORDS[outcome];
      return { cells, fault: `Zeile ${line}: ${fault}` };
    });
  if (rows.length === 0) return null;
  const { header } = table;
  const width = Math.max(header.length, ...rows.map(({ cells }) => cells.length));
  const all = Array.from({ length: width }, (_, index) =>
    column(header[index] ?? `Spalte ${index + 1}`, WIDTH, ({ cells }: Row) => cells[index] ?? null),
  );
  const own = all.filter((one) => one.header !== FAULT_COLUMN);
  const columns = [...own, column(FAULT_COLUMN, FAULT_WIDTH, ({ fault }: Row) => fault)];
  const words = classes.map((rowClass) => CLASS_WORDS[rowClass].replaceAll(" ", "-"));
  const name = workbookFileName([fileName.replace(/\.\w+$/, ""), ...words], new Date(), timeZone);
  const sheet = { sheetName: "Zeilen", columns, rows, timeZone };
  return workbookDownload(
    (path) => writeWorkbook({ path, ...sheet }),
    () => name,
  );
}
