import { renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { config } from "dotenv";

/** Pages copied at once; between two of them the server writes on. */
const PAGES_A_STEP = 200;

/**
 * Copies the live database while the server runs and jobs write, through SQLite alone: the files of a live database
 * must not be copied as files. The copy is checked before it gets its name, so a file of that name is always whole.
 */
async function backup(databasePath: string, target: string): Promise<void> {
  const unchecked = `${target}.unchecked`;
  const source = new SqliteDatabase(databasePath, { readonly: true, fileMustExist: true });
  try {
    await source.backup(unchecked, { progress: () => PAGES_A_STEP });
  } finally {
    source.close();
  }
  const copy = new SqliteDatabase(unchecked);
  try {
    // One file, without a log beside it.
    copy.pragma("journal_mode = DELETE");
    const result = copy.pragma("integrity_check", { simple: true });
    if (result !== "ok") throw new Error(`the copy is damaged: ${String(result)}`);
  } catch (error) {
    rmSync(unchecked, { force: true });
    throw error;
  } finally {
    copy.close();
  }
  renameSync(unchecked, target);
}

config({ quiet: true });
const [target] = process.argv.slice(2);
if (target === undefined) {
  console.error("Ziel fehlt: npm run backup -- DATEI");
  process.exit(2);
}
const databasePath = process.env.DATABASE_PATH?.trim() || "data/leads.sqlite";
try {
  await backup(databasePath, resolve(target));
  console.log(`Gesichert: ${target}`);
} catch (error) {
  console.error(
    `Die Sicherung ist nicht entstanden: ${error instanceof Error ? error.message : error}`,
  );
  process.exit(1);
}
