import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { config } from "dotenv";

/** All at once, from one snapshot: a copy made in steps begins anew whenever the server writes between two of them. */
const ALL_PAGES = 0x7fffffff;
/** SQLite takes files of these names for parts of the database, also while there are none. */
const COMPANIONS = ["-wal", "-shm", "-journal"];

/** A sentence for the person at the console, in both languages. */
class BackupError extends Error {}

/** @throws BackupError unless `target` is a free name in a folder that exists */
function assertFree(databasePath: string, target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
    throw new BackupError(
      `${target} gibt es schon. Eine Sicherung ersetzt nichts: bitte einen neuen Namen angeben.\n` +
        `${target} exists. A backup replaces nothing: please give a new name.`,
    );
  }
  const folder = realpathSync(dirname(target));
  const database = realpathSync(databasePath);
  if (COMPANIONS.some((ending) => join(folder, basename(target)) === database + ending)) {
    throw new BackupError(
      `${target} gehört zur Datenbank. Bitte einen anderen Namen angeben.\n` +
        `${target} belongs to the database. Please give another name.`,
    );
  }
}

/** Gives the copy its name without replacing what may have got that name meanwhile. */
function putInPlace(copy: string, target: string): void {
  try {
    linkSync(copy, target);
  } catch {
    // The name is taken, or the drive knows no hard links.
    closeSync(openSync(target, "wx", 0o600));
    renameSync(copy, target);
  }
}

/**
 * Copies the live database while the server runs and jobs write, through SQLite alone: the files of a live database
 * must not be copied as files. The copy is checked before it gets its name, so a file of that name is always whole.
 */
async function backup(databasePath: string, target: string): Promise<void> {
  const source = new SqliteDatabase(databasePath, { readonly: true, fileMustExist: true });
  assertFree(databasePath, target);
  const unchecked = `${target}.${process.pid}.unchecked`;
  closeSync(openSync(unchecked, "wx", 0o600));
  process.on("exit", () => rmSync(unchecked, { force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  await source.backup(unchecked, { progress: () => ALL_PAGES });
  source.close();
  const copy = new SqliteDatabase(unchecked);
  // One file, without a log beside it.
  copy.pragma("journal_mode = DELETE");
  const result = copy.pragma("integrity_check", { simple: true });
  copy.close();
  if (result !== "ok") throw new Error(`the copy is damaged: ${String(result)}`);
  putInPlace(unchecked, target);
}

config({ quiet: true });
const [target] = process.argv.slice(2);
if (target === undefined) {
  console.error("Ziel fehlt: npm run backup -- DATEI\nNo target: npm run backup -- FILE");
  process.exit(2);
}
const databasePath = process.env.DATABASE_PATH?.trim() || "data/leads.sqlite";
try {
  await backup(databasePath, resolve(target));
  console.log(`Gesichert: ${target}`);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof BackupError
      ? reason
      : `Die Sicherung ist nicht entstanden: ${reason}\nThe backup was not made: ${reason}`,
  );
  process.exit(1);
}
