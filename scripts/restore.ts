import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { config } from "dotenv";
import { RunLockTakenError, realFile, takeRunLock } from "../db/run-lock";
import {
  copyStore,
  removeUnchecked,
  StoreFileError,
  schemaAge,
  uncheckedName,
} from "../db/store-file";

function countLeads(path: string): string {
  const store = new SqliteDatabase(path, { readonly: true, fileMustExist: true });
  const leads = Number(store.prepare("SELECT count(*) FROM leads").pluck().get());
  store.close();
  return leads.toLocaleString("de-DE");
}

/** @throws StoreFileError unless the file is a store that this program can open */
function assertRestorable(backup: string, database: string): void {
  const file = statSync(backup, { throwIfNoEntry: false });
  if (file?.isFile() !== true) throw new StoreFileError(`${backup} gibt es nicht als Datei.`);
  const present = statSync(database, { throwIfNoEntry: false });
  if (present?.ino === file.ino && present.dev === file.dev) {
    throw new StoreFileError(`${backup} ist die Datenbank selbst. Bitte eine Sicherung angeben.`);
  }
  let age: ReturnType<typeof schemaAge>;
  try {
    const store = new SqliteDatabase(backup, { readonly: true });
    age = schemaAge(store);
    store.close();
  } catch (cause) {
    throw new StoreFileError(`${backup} ist beschädigt oder keine Datenbank.`, { cause });
  }
  if (age === null) throw new StoreFileError(`${backup} ist keine Sicherung des Leadspeichers.`);
  if (age === "newer") {
    throw new StoreFileError(
      `${backup} ist von einer neueren Version des Leadspeichers. Bitte erst das Programm aktualisieren.`,
    );
  }
}

/**
 * Moves a database and its logs to an unused name. The database goes first: without it no server starts, so no other
 * database gets its logs.
 */
function moveAside(database: string): string | null {
  const stamp = new Date().toLocaleString("sv-SE").replace(" ", "-").replaceAll(":", "");
  let kept = `${database}.vorher-${stamp}`;
  for (let count = 2; existsSync(kept); count += 1) kept = `${database}.vorher-${stamp}-${count}`;
  const moved = ["", "-wal", "-journal"].filter((ending) => {
    const isThere = lstatSync(database + ending, { throwIfNoEntry: false }) !== undefined;
    if (isThere) renameSync(database + ending, kept + ending);
    return isThere;
  });
  // The log's index, which SQLite rebuilds from it.
  rmSync(`${database}-shm`, { force: true });
  return moved.length > 0 ? kept : null;
}

/** Replaces the database with a checked copy of `backup`. @returns a German report */
async function restore(databasePath: string, backup: string): Promise<string> {
  const database = realFile(databasePath);
  const lock = takeRunLock(database, `npm run restore, pid ${process.pid}`);
  const unchecked = uncheckedName(database);
  try {
    assertRestorable(backup, database);
    removeUnchecked(dirname(database));
    closeSync(openSync(unchecked, "wx", 0o600));
    await copyStore(backup, unchecked, { check: "integrity_check" });
    // If this fails midway, the marker keeps a server from starting with an empty store.
    writeFileSync(`${database}.run/made`, "", { mode: 0o600 });
    const kept = moveAside(database);
    renameSync(unchecked, database);
    return [
      `Zurückgeholt: ${backup} → ${databasePath} (${countLeads(database)} Leads).`,
      kept === null
        ? "Eine Datenbank gab es hier vorher nicht."
        : `Die Datenbank von vorher liegt als ${kept} daneben; zurück zu ihr: npm run restore -- ${kept}`,
      "Was seit der Sicherung endgültig gelöscht wurde, ist wieder da: bitte erneut löschen. Jetzt: npm start",
    ].join("\n");
  } finally {
    rmSync(unchecked, { force: true });
    lock.release();
  }
}

config({ quiet: true });
const [backup] = process.argv.slice(2);
if (backup === undefined) {
  console.error("Sicherung fehlt: npm run restore -- DATEI\nNo backup: npm run restore -- FILE");
  process.exit(2);
}
const databasePath = process.env.DATABASE_PATH?.trim() || "data/leads.sqlite";
try {
  console.log(await restore(databasePath, resolve(backup)));
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof RunLockTakenError
      ? `Der Leadspeicher läuft noch (${error.holder}). Bitte erst anhalten, dann zurückholen.`
      : `Nichts wurde geändert: ${reason}`,
  );
  process.exit(error instanceof RunLockTakenError ? 75 : 1);
}
