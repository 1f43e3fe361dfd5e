import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** Built beside the pages (scripts/compile.mjs). */
const WORKER = pathToFileURL(resolve("build/workers/checkpoint.worker.js"));

/**
 * Starts a thread that writes the database's log back into the file, as SQLite else does in a commit: while a disk is busy,
 * or once a long backup ends, that keeps everybody waiting. Without the thread, commits do it when the log has grown long.
 */
export function startCheckpoints(databasePath: string): Worker {
  const worker = new Worker(WORKER, {
    workerData: databasePath,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  });
  worker.on("error", (error) => process.emitWarning(error));
  worker.unref();
  return worker;
}
