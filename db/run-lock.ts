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

/** `holder` is the line that the other server wrote about itself. */
export class RunLockTakenError extends Error {
  constructor(
    databasePath: string,
    readonly holder: string,
  ) {
    super(`the database ${databasePath} is in use by another server (${holder})`);
    this.name = "RunLockTakenError";
  }
}

export interface RunLock {
  release(): void;
}

/** Resolves links, even to files that do not exist yet, and creates the folder. */
export function realFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync.native(path);
  const folder = realpathSync.native(dirname(path));
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? realFile(resolve(folder, readlinkSync(path))) : join(folder, basename(path));
}

/**
 * Locks a store while a server runs, by an exclusive transaction on a file in a folder beside it. The operating system
 * releases the lock however the process ends. No other code may open the lock file, since closing it would drop the
 * lock. Symbolic links share the lock. Files with several hard links are refused, since each would have its own lock.
 *
 * @param owner a line about this process, for the message of a second server
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
