import PQueue from "p-queue";
import { workbookDownload } from "../spreadsheet/workbook-download.server";
import { runTask } from "../threads/run-task.server";
import type { ExportAnswer, ExportRequest } from "./export.worker";

/** Files that are written at once; each takes a core. */
const writing = new PQueue({ concurrency: 2 });

/**
 * Writes leads into an Excel file in a worker thread and answers it as a download.
 *
 * @param nameOf names the file by how many rows it has
 * @throws Error when the file could not be written
 */
export function workbookResponse(
  { databasePath, timeZone }: { databasePath: string; timeZone: string },
  selection: ExportRequest["selection"],
  nameOf: (rows: number) => string,
): Promise<Response> {
  return workbookDownload(async (path) => {
    const request = { databasePath, path, timeZone, selection };
    const answer = await writing.add(() =>
      runTask<ExportRequest, ExportAnswer>("exports/export", request),
    );
    if ("error" in answer) {
      const error = new Error(`export failed: ${answer.error}`);
      throw Object.assign(error, { code: answer.code });
    }
    return answer;
  }, nameOf);
}
