import { appendFile, mkdir, readdir, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findOpenJobs } from "~db/queries/jobs";
import { isoTime } from "../format/iso-time";
import { type StartServices, startOnce } from "../jobs/kinds/start-job.server";
import { conflict, invalid } from "../refusal";
import { checkExport } from "./read-export.server";

const FILE_NAME = /^[\w(][\w .()-]{0,120}\.zip$/i;

/** The folder beside the database in which exports of the register lie. */
export function registerFolder(databasePath: string): string {
  return join(dirname(databasePath), "register");
}

function pathOf(folder: string, name: string): string {
  if (FILE_NAME.test(name)) return join(folder, name);
  throw invalid("file", "Gebraucht wird eine ZIP-Datei ohne Umlaute und Sonderzeichen im Namen.");
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}

/** The exports in the folder. */
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
 * Adds a piece to a file that is being uploaded if it is the next one; whole, the file stands in the folder.
 *
 * @param size of the whole file
 * @returns how much of it is there, where the next piece begins
 */
export async function savePiece(
  folder: string,
  { name, size, offset }: { name: string; size: number; offset: number },
  piece: Blob,
): Promise<number> {
  const path = pathOf(folder, name);
  const partial = `${path}.${size}.teil`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (offset === (await sizeOf(partial)) && offset + piece.size <= size) {
    await appendFile(partial, new Uint8Array(await piece.arrayBuffer()), { mode: 0o600 });
  }
  const received = await sizeOf(partial);
  if (received === size) await rename(partial, path);
  return received;
}

/**
 * Starts reading an export from the folder.
 *
 * @throws Refusal where it can't be read, or another one is being read in
 */
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
