import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import PQueue from "p-queue";
import { workbookDownload } from "../spreadsheet/workbook-download.server";
import type { ExportAnswer, ExportRequest } from "./export.worker";

/** Built beside the pages (scripts/compile.mjs). */
const WORKER = pathToFileURL(resolve("build/workers/exports/export.worker.js"));
/** Rows are garbage as soon as they are written; with more room it is only collected later. */
const YOUNG_MB = 16;
/** Several times what a file of any length takes. */
const MEMORY_LIMIT_MB = 256;
/** Files that are written at once; each takes a core. */
const writing = new PQueue({ concurrency: 2 });

function runWorker(request: ExportRequest): Promise<ExportAnswer> {
  return new Promise((resolveAnswer, reject) => {
    const worker = new Worker(WORKER, {
      workerData: request,
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: MEMORY_LIMIT_MB,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
    });
    worker.once("message", resolveAnswer);
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`export worker ended with ${code} without an answer`)),
    );
  });
}

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
    const answer = await writing.add(() => runWorker(request));
    if ("error" in answer) {
      const error = new Error(`export failed: ${answer.error}`);
      throw Object.assign(error, { code: answer.code });
    }
    return answer;
  }, nameOf);
}
