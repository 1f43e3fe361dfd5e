import { setPriority } from "node:os";
import { workerData } from "node:worker_threads";
import SqliteDatabase from "better-sqlite3";

const PAUSE_MS = 250;

const databasePath: string = workerData;
const sqlite = new SqliteDatabase(databasePath, { fileMustExist: true, timeout: 0 });
setInterval(() => {
  try {
    sqlite.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // The next one tries again; what was confirmed stands in the log.
  }
}, PAUSE_MS);
// Behind the thread that answers people, as exports.
if (process.platform === "linux") setPriority(10);
