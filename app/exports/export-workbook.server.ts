import { createReadStream, rmSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { createReadableStreamFromReadable } from "@remix-run/node";
import PQueue from "p-queue";
import { contentDisposition, XLSX } from "../spreadsheet/file-name";
import type { ExportAnswer, ExportRequest } from "./export.worker";

/** Built beside the pages (scripts/compile.mjs). */
const WORKER = pathToFileURL(resolve("build/workers/exports/export.worker.js"));
/** Rows are garbage as soon as they are written; with more room it is only collected later. */
const YOUNG_MB = 16;
/** Files that are written at once; each takes a core. */
const writing = new PQueue({ concurrency: 2 });
/** Folders of files that are not sent yet: a server that stops leaves no leads behind in them. */
const folders = new Set<string>();
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function runWorker(request: ExportRequest): Promise<ExportAnswer> {
  return new Promise((resolveAnswer, reject) => {
    const worker = new Worker(WORKER, {
      workerData: request,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.once("message", resolveAnswer);
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`export worker ended with ${code} without an answer`)),
    );
  });
}

/**
 * Writes leads into an Excel file in a worker thread and answers it as a download. The file lies in a private folder
 * of the system's temporary directory until it was sent.
 *
 * @param nameOf names the file by how many rows it has
 * @throws Error when the file could not be written
 */
export async function workbookResponse(
  { databasePath, timeZone }: { databasePath: string; timeZone: string },
  selection: ExportRequest["selection"],
  nameOf: (rows: number) => string,
): Promise<Response> {
  const folder = await mkdtemp(join(tmpdir(), "leadspeicher-export-"));
  folders.add(folder);
  const discard = async () => {
    await rm(folder, { recursive: true, force: true });
    folders.delete(folder);
  };
  try {
    const path = join(folder, "leads.xlsx");
    const request = { databasePath, path, timeZone, selection };
    const answer = await writing.add(() => runWorker(request));
    if ("error" in answer) throw new Error(`export failed: ${answer.error}`);
    // Asked before reading begins: a small file is read, closed and discarded in one go.
    const { size } = await stat(path);
    const file = createReadStream(path);
    file.once("close", () => void discard());
    return new Response(createReadableStreamFromReadable(file), {
      headers: {
        "content-type": XLSX,
        "content-length": String(size),
        "content-disposition": contentDisposition(nameOf(answer.rows)),
      },
    });
  } catch (error) {
    await discard();
    throw error;
  }
}
