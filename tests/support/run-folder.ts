import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import type { Place } from "./secret-search";

const run = promisify(execFile);

/** Copies a live database as an operator does. */
export async function backUp(databasePath: string, target: string): Promise<void> {
  await run(process.execPath, ["--import", "tsx", "scripts/backup.ts", target], {
    env: { ...process.env, DATABASE_PATH: databasePath },
  });
}

/** Every file below a folder; only for one that no server works in any more. */
export async function filesIn(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { name: relative(folder, path), bytes: await readFile(path) };
      }),
  );
}

/** What the system shows to everybody of the processes that work with a database: their command lines. */
export async function processesOf(databasePath: string): Promise<Place[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(
    ids.map(async (id): Promise<Place[]> => {
      try {
        const environment = await readFile(`/proc/${id}/environ`, "utf8");
        if (!environment.includes(`DATABASE_PATH=${databasePath}\0`)) return [];
        return [{ name: `process ${id}`, bytes: await readFile(`/proc/${id}/cmdline`) }];
      } catch {
        // Ended since, or not ours.
        return [];
      }
    }),
  );
  return places.flat();
}
