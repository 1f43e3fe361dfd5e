import { constants } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, openDatabase } from "../../db/client";
import { benchHttp } from "./http";
import { benchKills } from "./kills";
import { benchMachineFaults } from "./machine-faults";
import { number } from "./measure";
import { benchPage } from "./page";
import { benchSavedCalls } from "./saved-calls";
import { seedLeads } from "./seed";
import { benchSites } from "./sites";
import { benchStops } from "./stops";
import { benchStore } from "./store";
import { benchLoad } from "./under-load";
import { benchWrites } from "./writes";

interface Bench {
  size: number;
  /** `length`: how many seconds it goes on, where that can be told. */
  run(path: string, count: number, length?: number): Promise<void>;
}

/** What each one works on: leads, but for sites, which are read, and calls, which are counted over searches. */
const BENCHES: Record<string, Bench> = {
  store: { size: 100_000, run: withDatabase(benchStore) },
  http: { size: 100_000, run: benchHttp },
  page: { size: 100_000, run: benchPage },
  writes: { size: 100_000, run: benchWrites },
  faults: { size: 2_000, run: (path, _, seconds) => benchMachineFaults(path, seconds) },
  stops: { size: 20_000, run: (path, _, stops) => benchStops(path, stops) },
  kill: { size: 3_000, run: (path, _, kills) => benchKills(path, kills) },
  calls: { size: 0, run: benchSavedCalls },
  sites: { size: 60, run: withDatabase(benchSites) },
  load: { size: 100_000, run: (path, _, seconds) => benchLoad(path, seconds) },
};
const LEADS = new Set(["store", "http", "page", "writes", "stops", "kill", "faults", "load"]);

function withDatabase(run: (db: Db, path: string, count: number) => Promise<void>) {
  return async (path: string, count: number) => {
    const db = await openDatabase(path);
    await run(db, path, count).finally(() => db.destroy());
  };
}

/** Fills a new store, or copies one that was kept; the number of its leads. */
async function prepareStore(path: string, source: string | number): Promise<void> {
  if (typeof source === "string") {
    await copyFile(source, path, constants.COPYFILE_FICLONE);
    // It may be of an older version.
    return (await openDatabase(path)).destroy();
  }
  const start = performance.now();
  await seedLeads(path, source);
  const seconds = (performance.now() - start) / 1_000;
  console.log(`${number(source)} Leads angelegt in ${number(seconds)} s`);
}

/** Runs one benchmark over a store of its own, which is thrown away afterwards. */
async function run(name: string, source?: string, length?: string): Promise<void> {
  const bench = BENCHES[name];
  if (bench === undefined) return;
  const folder = await mkdtemp(join(tmpdir(), "leadspeicher-bench-"));
  const path = join(folder, "leads.sqlite");
  try {
    const isFile = source !== undefined && !/^\d+$/.test(source);
    const count = isFile || source === undefined ? bench.size : Number(source);
    if (LEADS.has(name)) await prepareStore(path, isFile ? source : count);
    await bench.run(path, count, length === undefined ? undefined : Number(length));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [wanted, source, more] = process.argv.slice(2);
const names = Object.keys(BENCHES);
if (wanted === "seed" && more !== undefined) await prepareStore(more, Number(source));
else if (wanted !== undefined && !names.includes(wanted)) {
  console.error(
    `Es gibt: ${names.join(", ")}. Dahinter kann die Zahl der Leads stehen oder eine Datei, die „seed Zahl Datei“ angelegt hat, danach bei load und faults die Zahl der Sekunden, bei kill und stops die der Abstürze oder Stopps.`,
  );
  process.exitCode = 2;
} else for (const name of wanted === undefined ? names : [wanted]) await run(name, source, more);
