import {
  closeSync,
  fdatasyncSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { config } from "dotenv";
import {
  COMPANIONS,
  copyStore,
  removeUnchecked,
  StoreFileError,
  uncheckedName,
} from "../db/store-file";

/** Longest pause between two parts of a copy. */
const MAX_PAUSE_MS = 100;

function refuse(target: string, german: string, english: string): never {
  throw new StoreFileError(`${target} ${german}\n${target} ${english}`);
}

/** @throws StoreFileError unless `target` is an unused name in an existing folder */
function assertUsable(databasePath: string, target: string): void {
  const folder = realpathSync(dirname(target));
  const database = realpathSync(databasePath);
  if (COMPANIONS.some((ending) => join(folder, basename(target)) === database + ending)) {
    refuse(
      target,
      "gehört zur Datenbank. Bitte einen anderen Namen angeben.",
      "belongs to the database. Please give another name.",
    );
  }
  if (lstatSync(target, { throwIfNoEntry: false }) === undefined) return;
  refuse(
    target,
    "gibt es schon. Bitte einen neuen Namen angeben.",
    "exists. Please give a new name.",
  );
}

/** Renames the copy without replacing a file that took the name meanwhile. */
function putInPlace(copy: string, target: string): void {
  try {
    linkSync(copy, target);
  } catch {
    // The name is taken, or the drive has no hard links.
    closeSync(openSync(target, "wx", 0o600));
    renameSync(copy, target);
  }
}

/**
 * Copies the database while the server and jobs write. The copy is checked before it gets its name, so a file of that
 * name is always complete.
 *
 * @param isAlone no server uses the store, so the copy may use the whole machine
 */
async function backup(databasePath: string, target: string, isAlone: boolean): Promise<void> {
  statSync(databasePath);
  assertUsable(databasePath, target);
  removeUnchecked(dirname(target));
  const unchecked = uncheckedName(target);
  const copy = openSync(unchecked, "wx", 0o600);
  process.on("exit", () => rmSync(unchecked, { force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  // Lets the server read and write in between. Blocking is fine: this process does nothing else.
  const sleeping = new Int32Array(new SharedArrayBuffer(4));
  const pause = (ms: number) => {
    // Flushing the whole copy at its end would delay each commit of the server.
    fdatasyncSync(copy);
    Atomics.wait(sleeping, 0, 0, Math.min(ms, MAX_PAUSE_MS));
  };
  await copyStore(databasePath, unchecked, {
    check: isAlone ? "quick_check" : "integrity_check",
    ...(isAlone ? {} : { pause }),
  });
  putInPlace(unchecked, target);
}

config({ quiet: true });
const [target, ...others] = process.argv.slice(2).filter((argument) => argument !== "--alone");
if (target === undefined || target.startsWith("-") || others.length > 0) {
  console.error("So: npm run backup -- DATEI\nUsage: npm run backup -- FILE");
  process.exit(2);
}
const databasePath = process.env.DATABASE_PATH?.trim() || "data/leads.sqlite";
try {
  await backup(databasePath, resolve(target), process.argv.includes("--alone"));
  console.log(`Gesichert: ${target}`);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof StoreFileError
      ? reason
      : `Die Sicherung ist nicht entstanden: ${reason}\nThe backup was not made: ${reason}`,
  );
  process.exit(1);
}
