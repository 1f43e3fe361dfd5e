import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Place } from "./secret-search";

/** Every file below a folder; only for one that no server works in any more. */
export async function filesIn(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(
    paths.map(async (path) => ({ name: relative(folder, path), bytes: await readFile(path) })),
  );
}

/** What the system shows to everybody of a process: its command line. */
export async function commandOf(pid: number | undefined): Promise<Place> {
  return { name: "process", bytes: await readFile(`/proc/${pid}/cmdline`) };
}
