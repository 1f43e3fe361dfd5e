import { constants } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Db } from "~db/client";
import { findOpenJobs } from "~db/queries/jobs";
import { getCurrentExport } from "~db/queries/register";
import { isoTime } from "../format/iso-time";
import { type StartServices, startOnce } from "../jobs/kinds/start-job.server";
import { conflict, invalid } from "../refusal";
import { checkExport } from "./read-export.server";

const FILE_NAME = /^[\w(][\w .()-]{0,120}\.zip$/i;
const UPLOAD_SUFFIX = " (hochgeladen).zip";
const DAY_MS = 24 * 3_600_000;

/** Exports of the register are kept beside the database. */
export function registerFolder(databasePath: string): string {
  return join(dirname(databasePath), "register");
}

function pathOf(folder: string, name: string): string {
  if (FILE_NAME.test(name)) return join(folder, name);
  throw invalid("file", "Gebraucht wird eine ZIP-Datei ohne Umlaute und Sonderzeichen im Namen.");
}

export async function findRegisterFiles(folder: string) {
  const names = await readdir(folder).catch(() => []);
  const files = names
    .filter((name) => FILE_NAME.test(name))
    .map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return { name, size, changedAt: isoTime(mtimeMs) };
    });
  return Promise.all(files);
}

/**
 * Appends a piece of an upload if it is the next one. Sending it twice changes nothing.
 *
 * @param size of the whole file
 * @returns the bytes received, which is the next offset; the name in the folder once complete
 */
export async function savePiece(
  folder: string,
  { name, size, offset }: { name: string; size: number; offset: number },
  piece: Blob,
): Promise<{ received: number; file?: string }> {
  const file = basename(pathOf(folder, name)).replace(/\.zip$/i, UPLOAD_SUFFIX);
  const partial = join(folder, `${file}.${size}.teil`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(partial, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    if (offset === (await handle.stat()).size && offset + piece.size <= size) {
      await handle.write(new Uint8Array(await piece.arrayBuffer()), 0, piece.size, offset);
    }
    const received = (await handle.stat()).size;
    if (received < size) return { received };
    // A concurrent upload of the same file may have renamed it.
    await rename(partial, join(folder, file)).catch(() => undefined);
    return { received, file };
  } finally {
    await handle.close();
  }
}

/** Removes uploads that were read or are older than a day. Other files belong to people. */
export async function purgeUploadedExports(db: Db, folder: string, now: number): Promise<void> {
  const shown = await getCurrentExport(db);
  const read = (await findOpenJobs(db)).map(({ query }) => query);
  for (const name of await readdir(folder).catch(() => [])) {
    if (read.includes(name) || !(name.endsWith(UPLOAD_SUFFIX) || name.endsWith(".teil"))) continue;
    const { mtimeMs } = await stat(join(folder, name));
    const isDone = shown?.fileName === name && (shown.finishedAt ?? 0) > mtimeMs;
    if (isDone || mtimeMs < now - DAY_MS) await rm(join(folder, name), { force: true });
  }
}

/** @throws Refusal when the export can't be read, or another one is being read */
export async function startReadingFile(
  services: StartServices,
  folder: string,
  name: string,
  actor: string,
): Promise<void> {
  const path = pathOf(folder, name);
  await checkExport(path);
  const { size: bytes, mtimeMs: changedAt } = await stat(path);
  const open = await findOpenJobs(services.db);
  if (open.some(({ kind, query }) => kind === "registerFile" && query !== name)) {
    throw conflict("Es wird schon ein Export eingelesen. Danach noch einmal versuchen.");
  }
  const params = { file: name, bytes, changedAt };
  await startOnce(services, "registerFile", { params, query: name, requested: 0 }, actor);
}
