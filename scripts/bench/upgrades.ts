import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import SqliteDatabase from "better-sqlite3";
import { openDatabase } from "../../db/client";
import { migrations } from "../../db/migrations";
import { spawnServer, startAppServer } from "../../tests/support/app-server";
import { number, printTable } from "./measure";

const FIXTURE = { name: "0006", path: "tests/fixtures/store-0006.sqlite.gz" };
const KILLS = 2;
/** A store without leads is not saved before. */
const WAIT_LIMIT_MS = 2_000;
/** The backup tells when the upgrade begins. */
const SETTINGS = { BACKUP_BEFORE_UPDATE: "true" };

/** A store as the version left it whose last migration this was, with the fixture's data from its version on. */
async function leaveAt(path: string, last: string): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) await rm(path + end, { force: true });
  if (last >= FIXTURE.name) await writeFile(path, gunzipSync(await readFile(FIXTURE.path)));
  const later = Object.entries(migrations).filter(([name]) => name > last);
  for (const [name] of later) delete migrations[name];
  await openDatabase(path)
    .then((db) => db.destroy())
    .finally(() => Object.assign(migrations, Object.fromEntries(later)));
}

function look(path: string): { migrations: number; leads: number; integrity: unknown } {
  const sqlite = new SqliteDatabase(path, { readonly: true });
  const count = (table: string) =>
    Number(sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  const integrity = sqlite.pragma("integrity_check", { simple: true });
  const seen = { migrations: count("kysely_migration"), leads: count("leads"), integrity };
  sqlite.close();
  return seen;
}

/** Waits until the server has made its backup, after which it changes the schema. */
async function untilUpgradeBegins(path: string): Promise<void> {
  const limit = AbortSignal.timeout(WAIT_LIMIT_MS);
  const isThere = () => {
    try {
      return readdirSync(`${path}.backups`).some((name) => /^vor-update-.*\.sqlite$/.test(name));
    } catch {
      return false;
    }
  };
  while (!isThere() && !limit.aborted) await delay(2);
}

/** How long an upgrade from the oldest schema takes behind its backup, until the server listens, in milliseconds. */
async function upgradeTime(path: string, oldest: string): Promise<number> {
  await leaveAt(path, oldest);
  const starting = startAppServer(path, SETTINGS);
  await untilUpgradeBegins(path);
  const begun = performance.now();
  await (await starting).stop();
  return performance.now() - begun;
}

/** Kills upgrades from every schema at random moments: the store is the old one or the new one, and then gets through. */
export async function benchUpgrades(path: string): Promise<void> {
  const names = Object.keys(migrations);
  const [old, done, wrong]: [number[], number[], string[]] = [[], [], []];
  const upgradeMs = await upgradeTime(path, names[0] ?? "");
  for (const [at, name] of names.slice(0, -1).entries()) {
    await leaveAt(path, name);
    const before = look(path);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await rm(`${path}.backups`, { recursive: true, force: true });
      const server = spawnServer(path, SETTINGS);
      const exit = once(server, "exit");
      await untilUpgradeBegins(path);
      await delay(upgradeMs * Math.random());
      server.kill("SIGKILL");
      await exit;
      const { migrations: stored, leads, integrity } = look(path);
      if (stored === at + 1) old.push(stored);
      else if (stored === names.length) done.push(stored);
      else wrong.push(`${name}: ${stored} migrations`);
      if (integrity !== "ok" || leads !== before.leads)
        wrong.push(`${name}: ${leads}, ${integrity}`);
    }
    await (await startAppServer(path)).stop();
    const after = look(path);
    const isWhole = after.migrations === names.length && after.leads === before.leads;
    if (!isWhole || after.integrity !== "ok") wrong.push(`${name}: not upgraded`);
    console.log(`${name}: ${KILLS} Abstürze`);
  }
  printTable(
    `Abstürze in ${number(upgradeMs)} ms nach Beginn der Umstellung von ${names.length - 1} Ständen (Ziel: alter oder neuer Stand, danach der neue)`,
    ["noch der alte", "schon der neue", "anderes"],
    [[number(old.length), number(done.length), number(wrong.length)]],
  );
  for (const line of wrong) console.log(line);
}
