import { type Db, openReadonly } from "~db/client";
import { writeWorkbook } from "../spreadsheet/workbook-writer.server";
import { defineTask } from "../threads/define-task";
import { LEAD_COLUMNS, skippedColumns } from "./lead-columns";
import {
  type ExportSelection,
  hasRowOf,
  leadRows,
  type SkippedSelection,
  skippedRows,
} from "./lead-rows.server";

export interface ExportRequest {
  databasePath: string;
  path: string;
  timeZone: string;
  selection: ExportSelection | SkippedSelection;
}

/** Errors lose their code between threads. */
export type ExportAnswer = { rows: number } | { error: string; code: string };

/** The licences require these wherever the data goes. */
const NOTES = {
  osm: [
    "Leads der Quelle „OpenStreetMap“ und Angaben, die von dort ergänzt wurden:",
    "© OpenStreetMap-Mitwirkende, Open Database License (ODbL) 1.0",
    "https://www.openstreetmap.org/copyright",
  ],
  register: [
    "Leads der Quelle „Marktstammdatenregister“ und Angaben, die von dort ergänzt wurden:",
    "Datenquelle: Bundesnetzagentur, Marktstammdatenregister, DL-DE/BY-2.0",
    "https://www.govdata.de/dl-de/by-2-0",
  ],
} as const;

export default defineTask(async (request: ExportRequest): Promise<ExportAnswer> => {
  let db: Db | undefined;
  try {
    db = openReadonly(request.databasePath);
    const { selection, path, timeZone } = request;
    const notes = [
      ...((await hasRowOf(db, selection, "osm")) ? NOTES.osm : []),
      ...((await hasRowOf(db, selection, "register")) ? NOTES.register : []),
    ];
    if (selection.kind === "skipped") {
      const columns = skippedColumns(selection.hasLines);
      const sheet = { sheetName: "Übersprungen", columns, rows: skippedRows(db, selection) };
      return await writeWorkbook({ ...sheet, path, timeZone, notes });
    }
    const sheet = { sheetName: "Leads", columns: LEAD_COLUMNS, rows: leadRows(db, selection) };
    return await writeWorkbook({ ...sheet, path, timeZone, notes });
  } catch (error) {
    if (!(error instanceof Error)) return { error: String(error), code: "" };
    return { error: error.message, code: "code" in error ? String(error.code) : "" };
  } finally {
    await db?.destroy();
  }
});
