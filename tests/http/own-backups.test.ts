import { lstatSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { openDatabase } from "../../db/client";
import { migrations } from "../../db/migrations";
import { schemaAge } from "../../db/store-file";
import { getAnswer, LeadPageSchema } from "../support/api-answers";
import { startAppServer } from "../support/app-server";
import { SEED_START, seedLeads } from "../support/lead-factory";
import { runToEnd } from "../support/server-run";
import { temporaryFolder } from "../support/store";
import { openOwnApp } from "../support/test-app";

const DAY_S = 86_400;
const NIGHTLY = { BACKUP_DAYS: "7" };

const seedOf = (domain: string) => ({ domain, createdAt: SEED_START, companyName: domain });

async function domains(url: string): Promise<string[]> {
  const page = await getAnswer(`${url}/api/leads?pageSize=200`, LeadPageSchema);
  return page.leads.map(({ domain }) => String(domain)).sort();
}

function setAge(path: string, days: number): void {
  const time = Date.now() / 1_000 - days * DAY_S;
  utimesSync(path, time, time);
}

test("last night's backup is made by itself, kept for its days, and restored as the docs say", async () => {
  const app = await openOwnApp({ leads: [seedOf("eins.example")], settings: NIGHTLY });
  const { databasePath } = app.server;
  const folder = `${databasePath}.backups`;
  const names = () => readdirSync(folder).sort();
  await app.server.stop();
  setAge(join(`${databasePath}.run`, "made"), 2);
  mkdirSync(folder);
  for (const [name, days] of [
    ["nachts-2026-01-01-030000.sqlite", 9],
    ["nachts-2026-01-02-030000.sqlite", 6],
    ["meine.sqlite", 90],
    ["nachts-2026-01-03-030000.sqlite.77.unchecked", 1],
  ] as const) {
    writeFileSync(join(folder, name), "");
    setAge(join(folder, name), days);
  }

  await app.restart();
  const made = expect.stringMatching(/^nachts-[\d-]+\.sqlite$/);
  const expected = ["meine.sqlite", "nachts-2026-01-02-030000.sqlite", made];
  await vi.waitFor(() => expect(names()).toEqual(expected), 30_000);
  const backup = join(folder, names()[2] ?? "");
  expect((lstatSync(backup).mode & 0o777).toString(8)).toBe("600");
  expect((lstatSync(folder).mode & 0o777).toString(8)).toMatch(/^7/);

  await app.server.stop();
  await seedLeads(databasePath, [seedOf("zwei.example")]);
  const settings = { DATABASE_PATH: databasePath };
  expect((await runToEnd("scripts/restore.ts", settings, [backup])).code).toBe(0);
  await app.restart();
  expect(await domains(app.server.url)).toEqual(["eins.example"]);
  // The night has its backup.
  expect(names()).toHaveLength(3);
});

test("a store of an older version is copied before it is changed, or the start refused", async () => {
  const folder = await temporaryFolder();
  const databasePath = join(folder, "leads.sqlite");
  const [last, migration] = Object.entries(migrations).at(-1) ?? [];
  if (last === undefined || migration === undefined) throw new Error("no migrations");
  delete migrations[last];
  await (await openDatabase(databasePath)).destroy();
  migrations[last] = migration;
  const ageOf = (path: string) => {
    const store = new SqliteDatabase(path, { readonly: true });
    const age = schemaAge(store);
    store.close();
    return age;
  };
  const settings = { BACKUP_BEFORE_UPDATE: "true" };

  writeFileSync(join(folder, "datei"), "");
  const refused = await runToEnd("scripts/serve.ts", {
    ...settings,
    PORT: "0",
    DATABASE_PATH: databasePath,
    BACKUP_DIR: join(folder, "datei", "backups"),
  });
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/Vor dem Update .*BACKUP_BEFORE_UPDATE=false/s);
  expect(ageOf(databasePath)).toBe("older");

  for (const _start of [1, 2]) {
    const server = await startAppServer(databasePath, settings);
    expect(await server.stop()).toBe(0);
    const [name, ...others] = readdirSync(`${databasePath}.backups`);
    expect(name).toMatch(/^vor-update-[\d-]+\.sqlite$/);
    expect(others).toEqual([]);
    expect(ageOf(join(`${databasePath}.backups`, name ?? ""))).toBe("older");
    expect(ageOf(databasePath)).toBe("same");
  }
});

test("a database that is gone or damaged is not replaced by an empty one, and the way back is named", async () => {
  const app = await openOwnApp({ leads: [seedOf("eins.example")] });
  const { databasePath } = app.server;
  await app.server.stop();
  const folder = `${databasePath}.backups`;
  mkdirSync(folder);
  const backup = join(folder, "nachts-2026-11-20-030000.sqlite");
  const asked = { DATABASE_PATH: databasePath, PORT: "0" };
  await runToEnd("scripts/backup.ts", asked, [backup]);

  for (const content of [null, "no database at all, but some text in its place".repeat(100)]) {
    rmSync(databasePath, { force: true });
    if (content !== null) writeFileSync(databasePath, content);
    const before = readdirSync(dirname(databasePath));
    const { code, output } = await runToEnd("scripts/serve.ts", asked);
    expect(code).toBe(1);
    expect(output).toContain(`npm run restore -- ${backup}`);
    expect(readdirSync(dirname(databasePath))).toEqual(before);
  }

  expect((await runToEnd("scripts/restore.ts", asked, [backup])).code).toBe(0);
  await app.restart();
  expect(await domains(app.server.url)).toEqual(["eins.example"]);
});
