import type { JobRow } from "~db/schema";
import { PROFILES_TERMS } from "../../jobs/kinds/profiles";
import { unavailableReason } from "../../jobs/kinds/unavailable-reason.server";
import { conflict, invalid } from "../../refusal";
import { readUploadedTable } from "../../tables/read-table.server";
import { cleanFileName } from "../../tables/stored-table";
import { storeUpload } from "../../tables/uploads.server";
import type { StartServices } from "../company-search/start-search-job.server";
import { findProfileColumns } from "./profile-columns.server";
import { startProfiles } from "./start-profiles.server";

/**
 * Keeps a file of exported profiles and queues the job that works through it.
 *
 * @throws Refusal
 * @throws Refusal when the file can't be used; then nothing of it is stored
 */
export async function startProfilesFile(
  services: StartServices,
  file: File,
  enrich: boolean,
  actor: string,
): Promise<JobRow> {
  const reason = await unavailableReason(services, [PROFILES_TERMS]);
  if (reason !== null) throw conflict(reason);
  const table = await readUploadedTable(file);
  if (findProfileColumns(table.header) === null) {
    throw invalid(
      "file",
      "Keine Spalte nennt die Firma einer Person. Gebraucht werden der Name der Person und ihre Firma, Website oder Domain.",
    );
  }
  if (table.rows.length === 0)
    throw invalid("file", "Die Datei hat keine Zeilen unter der Kopfzeile.");
  const rows = table.rows.length;
  const uploadId = await storeUpload(services.db, "profiles", file.name, table, actor);
  const fileName = cleanFileName(file.name);
  return startProfiles(services, { uploadId, fileName, rows, count: rows, enrich }, actor);
}
