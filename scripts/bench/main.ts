import { constants } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../db/client";
import { benchHttp } from "./http";
import { benchKill } from "./kill";
import { benchLoad } from "./load";
import { number } from "./measure";
import { seedLeads } from "./seed";
import { benchStore } from "./store";

/** `leads`: size of the store. `length`: seconds for `load`, lives for `kill`. */
const BENCHES: Record<string, [leads: number, run: (path: string, length?: number) => unknown]> = {
  store: [200_000, benchStore],
  http: [100_000, benchHttp],
  load: [100_000, benchLoad],
  kill: [3_000, benchKill],
};

async function prepareStore(path: string, source: string): Promise<void> {
  if (!/^\d+$/.test(source)) {
    await copyFile(source, path, constants.COPYFILE_FICLONE);
    // Migrates a file of an older version.
    return (await openDatabase(path)).destroy();
  }
  const start = performance.now();
  await seedLeads(path, Number(source));
  console.log(`${source} Leads angelegt in ${number((performance.now() - start) / 1_000)} s`);
}

async function run(name: string, source?: string, length?: string): Promise<void> {
  const [leads, bench] = BENCHES[name] ?? [];
  const folder = await mkdtemp(join(tmpdir(), "leadspeicher-bench-"));
  const path = join(folder, "leads.sqlite");
  try {
    await prepareStore(path, source ?? String(leads));
    await bench?.(path, length === undefined ? undefined : Number(length));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [wanted, source, more] = process.argv.slice(2);
const names = Object.keys(BENCHES);
if (wanted === "seed" && source !== undefined && more !== undefined)
  await prepareStore(more, source);
else if (wanted !== undefined && !names.includes(wanted)) {
  console.error(
    `Es gibt: ${names.join(", ")}. Dahinter kann die Zahl der Leads stehen oder eine Datei, die „seed Zahl Datei“ angelegt hat, danach bei load die Zahl der Sekunden, bei kill die der Abbrüche.`,
  );
  process.exitCode = 2;
} else for (const name of wanted === undefined ? names : [wanted]) await run(name, source, more);
