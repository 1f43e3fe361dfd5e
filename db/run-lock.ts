import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import SqliteDatabase from "better-sqlite3";

/** Another server holds the database. `holder` is what that server wrote of itself. */
export class RunLockTakenError extends Error {
  readonly holder: string;

  constructor(databasePath: string, holder: string) {
    super(`the database ${databasePath} is in use by another server (${holder})`);
    this.name = "RunLockTakenError";
    this.holder = holder;
  }
}

export interface RunLock {
  release(): void;
}

/** The file that SQLite opens or makes, with a folder for it: links are followed, also those that lead to no file yet. */
export function realFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync.native(path);
  const folder = realpathSync.native(dirname(path));
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? realFile(resolve(folder, readlinkSync(path))) : join(folder, basename(path));
}

/**
 * Takes the lock that one server holds on a database for its whole life. It is an exclusive transaction on a
 * side file in a folder of its own, so the operating system gives it back however the process ends. No other code
 * may open that folder's lock file: a second open and close in this process would drop the lock. Symbolic links to the
 * database or its folder share its lock. A second hard link would have a lock and a write-ahead log of its own, so a file
 * that has one is refused.
 *
 * @param databasePath the database file that the lock stands for
 * @param owner a line about this process for the message that a second server prints
 * @throws RunLockTakenError when another process holds it
 */
export function takeRunLock(databasePath: string, owner: string): RunLock {
  const file = realFile(databasePath);
  if ((statSync(file, { throwIfNoEntry: false })?.nlink ?? 1) > 1) {
    throw new Error(
      `Die Datei ${file} hat noch einen zweiten Namen (harten Link), unter dem ein anderer Server sie öffnen könnte. Bitte einen davon löschen`,
    );
  }
  const folder = `${file}.run`;
  const holderFile = join(folder, "holder.txt");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new SqliteDatabase(join(folder, "lock.sqlite"), { timeout: 0 });
  try {
    lock.pragma("journal_mode = DELETE");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof SqliteDatabase.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
      throw new RunLockTakenError(databasePath, readHolder(holderFile));
    }
    throw error;
  }
  writeFileSync(holderFile, `${owner}\n`, { mode: 0o600 });
  return {
    release: () => {
      lock.exec("ROLLBACK");
      lock.close();
    },
  };
}

function readHolder(holderFile: string): string {
  try {
    return readFileSync(holderFile, "utf8").trim();
  } catch {
    return "unknown process";
  }
}
