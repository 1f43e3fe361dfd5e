import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../db/client";
import { benchCampaigns } from "./campaigns";
import { benchExports } from "./exports";
import { number } from "./measure";
import { seedLeads } from "./seed";
import { benchSignIn } from "./sign-in";
import { benchStore } from "./store";

/** What each one works on: leads, but for campaigns, which have searches. */
const DEFAULT_SIZES = { store: 100_000, export: 10_000, campaigns: 2_400, "sign-in": 0 };
type Name = keyof typeof DEFAULT_SIZES;

async function seedWithTime(path: string, count: number): Promise<void> {
  const start = performance.now();
  await seedLeads(path, count);
  console.log(`${number(count)} Leads angelegt in ${number((performance.now() - start) / 1000)} s`);
}

/** Runs one benchmark over a store of its own, which is thrown away afterwards. */
async function run(name: Name, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "leadspeicher-bench-"));
  const path = join(folder, "leads.sqlite");
  if (name === "store" || name === "export") await seedWithTime(path, count);
  const db = await openDatabase(path);
  try {
    if (name === "store") await benchStore(db, count);
    else if (name === "export") await benchExports(path, count);
    else if (name === "campaigns") await benchCampaigns(db, count);
    else await benchSignIn(db);
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

const [wanted, count] = process.argv.slice(2);
const names: Name[] = ["store", "export", "campaigns", "sign-in"];
const chosen = wanted === undefined ? names : names.filter((name) => name === wanted);
if (chosen.length === 0) {
  console.error(
    `Es gibt: ${names.join(", ")}. Dahinter kann die Zahl der Leads stehen, bei Kampagnen die der Suchen.`,
  );
  process.exit(2);
}
for (const name of chosen) await run(name, Number(count ?? DEFAULT_SIZES[name]));
