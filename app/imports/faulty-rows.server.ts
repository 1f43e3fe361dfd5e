import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentDisposition, workbookFileName, XLSX } from "../spreadsheet/file-name";
import { type Column, writeWorkbook } from "../spreadsheet/workbook-writer.server";
import { FAULT_COLUMN, type FileTable, type Mapping } from "../tables/fields";
import { findFaultyRows } from "./preview-import.server";

const WIDTH = 24;
const FAULT_WIDTH = 60;

interface FaultyRow {
  cells: readonly string[];
  fault: string;
}

function columnsOf(header: readonly string[], rows: readonly FaultyRow[]): Column<FaultyRow>[] {
  const width = Math.max(header.length, ...rows.map(({ cells }) => cells.length));
  const own = Array.from(
    { length: width },
    (_, index): Column<FaultyRow> => ({
      header: header[index] ?? `Spalte ${index + 1}`,
      width: WIDTH,
      kind: "text",
      value: ({ cells }) => cells[index] ?? null,
    }),
  );
  return [
    ...own.filter(({ header: name }) => name !== FAULT_COLUMN),
    { header: FAULT_COLUMN, width: FAULT_WIDTH, kind: "text", value: ({ fault }) => fault },
  ];
}

/** The faulty rows of an import as an Excel download that can be mended and uploaded again; null when there are none. */
export async function faultyRowsResponse(
  { fileName, table, mapping }: { fileName: string; table: FileTable; mapping: Mapping },
  timeZone: string,
): Promise<Response | null> {
  const faulty = await findFaultyRows(table, mapping);
  if (faulty.length === 0) return null;
  const rows = faulty.map(({ cells, line, faults }) => ({
    cells,
    fault: `Zeile ${line}: ${faults.join("; ")}`,
  }));
  const folder = await mkdtemp(join(tmpdir(), "leadspeicher-import-"));
  try {
    const path = join(folder, "fehler.xlsx");
    await writeWorkbook({
      path,
      sheetName: FAULT_COLUMN,
      columns: columnsOf(table.header, rows),
      rows,
      timeZone,
    });
    const name = workbookFileName([fileName.replace(/\.\w+$/, ""), "fehler"], new Date(), timeZone);
    return new Response(await readFile(path), {
      headers: { "content-type": XLSX, "content-disposition": contentDisposition(name) },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
