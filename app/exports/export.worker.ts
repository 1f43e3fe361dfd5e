import { parentPort, workerData } from "node:worker_threads";
import { openReadonly } from "~db/client";
import { writeWorkbook } from "../spreadsheet/workbook-writer.server";
import { LEAD_COLUMNS, skippedColumns } from "./lead-columns";
import {
  type ExportSelection,
  leadRows,
  type SkippedSelection,
  skippedRows,
} from "./lead-rows.server";

export interface ExportRequest {
  databasePath: string;
  /** The file to write. */
  path: string;
  timeZone: string;
  selection: ExportSelection | SkippedSelection;
}

export type ExportAnswer = { rows: number } | { error: string };

/** Writes one Excel file and answers how many rows it has. Runs in a thread of its own with its own connection. */
async function writeExport(request: ExportRequest): Promise<ExportAnswer> {
  const db = openReadonly(request.databasePath);
  try {
    const { selection, path, timeZone } = request;
    if (selection.kind === "skipped") {
      const columns = skippedColumns(selection.hasLines);
      const sheet = { sheetName: "Übersprungen", columns, rows: skippedRows(db, selection) };
      return await writeWorkbook({ ...sheet, path, timeZone });
    }
    const sheet = { sheetName: "Leads", columns: LEAD_COLUMNS, rows: leadRows(db, selection) };
    return await writeWorkbook({ ...sheet, path, timeZone });
  } catch (error) {
    return { error: error instanceof Error ? error.message : "unknown error" };
  } finally {
    await db.destroy();
  }
}

const request: ExportRequest = workerData;
parentPort?.postMessage(await writeExport(request));
