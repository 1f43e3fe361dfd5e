import { parentPort, workerData } from "node:worker_threads";
import { openReadonly } from "~db/client";
import { hasAsked } from "~db/queries/provider-usage";
import { getCurrentExport } from "~db/queries/register";
import { OPEN_DATA } from "../providers/services";
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

/** Asked for by the licence wherever data of OpenStreetMap goes. */
const OSM_NOTES = [
  "Leads der Quelle „OpenStreetMap“ und Angaben, die von dort ergänzt wurden:",
  "© OpenStreetMap-Mitwirkende, Open Database License (ODbL) 1.0",
  "https://www.openstreetmap.org/copyright",
];

/** The same for the register of the energy market. */
const REGISTER_NOTES = [
  "Leads der Quelle „Marktstammdatenregister“ und Angaben, die von dort ergänzt wurden:",
  "Datenquelle: Bundesnetzagentur, Marktstammdatenregister, DL-DE/BY-2.0",
  "https://www.govdata.de/dl-de/by-2-0",
];

/** Writes one Excel file and answers how many rows it has. Runs in a thread of its own with its own connection. */
async function writeExport(request: ExportRequest): Promise<ExportAnswer> {
  const db = openReadonly(request.databasePath);
  try {
    const { selection, path, timeZone } = request;
    const notes = [
      ...((await hasAsked(db, OPEN_DATA)) ? OSM_NOTES : []),
      ...((await getCurrentExport(db)) ? REGISTER_NOTES : []),
    ];
    if (selection.kind === "skipped") {
      const columns = skippedColumns(selection.hasLines);
      const sheet = { sheetName: "Übersprungen", columns, rows: skippedRows(db, selection) };
      return await writeWorkbook({ ...sheet, path, timeZone, notes });
    }
    const sheet = { sheetName: "Leads", columns: LEAD_COLUMNS, rows: leadRows(db, selection) };
    return await writeWorkbook({ ...sheet, path, timeZone, notes });
  } catch (error) {
    return { error: error instanceof Error ? error.message : "unknown error" };
  } finally {
    await db.destroy();
  }
}

const request: ExportRequest = workerData;
parentPort?.postMessage(await writeExport(request));
