import PQueue from "p-queue";
import { workbookDownload } from "../spreadsheet/workbook-download.server";
import { runTask } from "../threads/run-task.server";
import type { ExportAnswer, ExportRequest } from "./export.worker";

const writing = new PQueue({ concurrency: 2 });

/** @param nameOf names the file by how many rows it has */
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
