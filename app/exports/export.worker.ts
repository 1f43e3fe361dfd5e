import { parentPort, workerData } from "node:worker_threads";
import { openReadonly } from "~db/client";
import { writeWorkbook } from "../spreadsheet/workbook-writer.server";
import type { ExportAnswer, ExportRequest } from "./export-request";
import { LEAD_COLUMNS } from "./lead-columns";
import { leadRows } from "./lead-rows.server";

/** Writes one Excel file and answers how many rows it has. Runs in a thread of its own with its own connection. */
async function writeExport(request: ExportRequest): Promise<ExportAnswer> {
  const db = openReadonly(request.databasePath);
  try {
    const { rows } = await writeWorkbook({
      path: request.path,
      sheetName: "Leads",
      columns: LEAD_COLUMNS,
      rows: leadRows(db, request.selection),
      timeZone: request.timeZone,
    });
    return { rows };
  } catch (error) {
    return { error: error instanceof Error ? error.message : "unknown error" };
  } finally {
    await db.destroy();
  }
}

const request: ExportRequest = workerData;
parentPort?.postMessage(await writeExport(request));
