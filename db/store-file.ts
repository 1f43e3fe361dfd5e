import { readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { migrations } from "./migrations";

/** SQLite treats files with these endings as parts of the database, even if they appear later. */
export const COMPANIONS = ["-wal", "-shm", "-journal"];
/** Kept free beside a copy, for the server's writes. */
export const SPARE_BYTES = 64 * 1024 * 1024;

/** Its message is shown on the console. */
export class StoreFileError extends Error {}

/** @returns null for a file that is not a store */
export function schemaAge(sqlite: SqliteDatabase.Database): "older" | "same" | "newer" | null {
  const table = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  if (table === undefined) return null;
  const stored = new Set(sqlite.prepare("SELECT name FROM kysely_migration").pluck().all());
  const known = Object.keys(migrations);
  if (!stored.has(known[0])) return null;
  if ([...stored].some((name) => !known.includes(String(name)))) return "newer";
  return known.some((name) => !stored.has(name)) ? "older" : "same";
}

/**
 * Copies a snapshot of a store into an empty file while others write, and checks it. The copy has no WAL.
 *
 * @param check `quick_check` takes half the time, but does not compare indexes with tables
 * @param pause runs after each part with the milliseconds that it took
 * @throws StoreFileError when the disk is full, or the copy is damaged
 */
export async function copyStore(
  from: string,
  to: string,
  { check, pause }: { check: string; pause?: (ms: number) => void },
): Promise<void> {
  const source = new SqliteDatabase(from, { fileMustExist: true });
  try {
    // Without a transaction, each write between two parts would restart the copy.
    source.exec("BEGIN");
    const pages = Number(source.prepare("SELECT page_count FROM pragma_page_count").pluck().get());
    const { bavail, bsize } = statfsSync(to);
    const needed = pages * Number(source.pragma("page_size", { simple: true })) + SPARE_BYTES;
    if (bavail * bsize < needed) {
      throw new StoreFileError(
        `Auf dem Datenträger ist zu wenig Platz: frei ${megabytes(bavail * bsize)}, nötig ${megabytes(needed)}.\n` +
          `The disk has too little room: ${megabytes(bavail * bsize)} free, ${megabytes(needed)} needed.`,
      );
    }
    let since = performance.now();
    await source.backup(to, {
      progress: () => {
        pause?.(performance.now() - since);
        since = performance.now();
        return PART_PAGES;
      },
    });
    source.exec("COMMIT");
    checkpoint(source);
  } finally {
    source.close();
  }
  const copy = new SqliteDatabase(to);
  try {
    copy.pragma("journal_mode = DELETE");
    const result = copy.pragma(check, { simple: true });
    if (result !== "ok") {
      throw new StoreFileError(
        `Die Kopie ist beschädigt, und so wohl auch ${from}: ${String(result)}\nThe copy is damaged: ${String(result)}`,
      );
    }
  } finally {
    copy.close();
  }
}

/** Otherwise one of the server's commits would write back all that the WAL collected during the copy. */
function checkpoint(store: SqliteDatabase.Database): void {
  try {
    store.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // The store may be read-only.
  }
}

/** Copies in progress are written to far more often. */
const HOUR_MS = 3_600_000;

/** The copy's name until it is checked. */
export const uncheckedName = (path: string) => `${path}.${process.pid}.unchecked`;

/** Removes unfinished copies of killed processes. */
export function removeUnchecked(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /\.(\d+)\.unchecked(?:-\w+)?$/.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(folder, name);
    // Another process may have the id now.
    const isOld = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > HOUR_MS;
    if (isOld || !isAlive(Number(pid))) rmSync(path, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Pages of 4 kB, copied in a few hundredths of a second. */
const PART_PAGES = 2_048;

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
