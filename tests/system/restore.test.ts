import { spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  lstatSync,
  openSync,
  readdirSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { takeRunLock } from "~db/run-lock";
import { temporaryFolder as makeFolder, removeFolder } from "~tests/app-server";
import { SEED_START, seedLeads } from "~tests/lead-factory";
import { runToEnd } from "~tests/server-run";
import { temporaryFolder } from "~tests/store";

let folder: string;
let database: string;
let copy: string;

const run = (name: "backup" | "restore", file: string, path = database) =>
  runToEnd(`scripts/${name}.ts`, { DATABASE_PATH: path }, [file]);

const seed = (...domains: string[]) =>
  seedLeads(
    database,
    domains.map((domain) => ({ domain, createdAt: SEED_START, companyName: domain })),
  );

function domainsIn(path: string): unknown[] {
  const store = new SqliteDatabase(path, { readonly: true });
  const domains = store.prepare("SELECT domain FROM leads ORDER BY domain").pluck().all();
  store.close();
  return domains;
}

/** Changes a database without the program; a process that is killed leaves what it wrote last in the log. */
function change(path: string, statements: string, isKilled = false): void {
  const program = `
    const store = new (require("better-sqlite3"))(${JSON.stringify(path)});
    store.exec(${JSON.stringify(statements)});
    ${isKilled ? 'process.kill(process.pid, "SIGKILL")' : "store.close()"};`;
  spawnSync(process.execPath, ["-e", program], { stdio: "inherit" });
}

/** A store with one lead and its backup, made once. */
let template: string;

function useFolder(path: string): void {
  folder = path;
  database = join(folder, "leads.sqlite");
  copy = join(folder, "copy.sqlite");
}

beforeAll(async () => {
  template = await makeFolder();
  useFolder(template);
  await seed("eins.example");
  expect(await run("backup", copy)).toMatchObject({ code: 0 });
});
afterAll(() => removeFolder(template));

beforeEach(async () => {
  useFolder(await temporaryFolder());
  for (const path of [database, copy]) copyFileSync(join(template, basename(path)), path);
});

it("puts a backup in the place of the database, which stays beside it with its log", async () => {
  await seed("zwei.example");
  change(database, "UPDATE leads SET domain = 'drei.example' WHERE seq = 2", true);
  expect(lstatSync(`${database}-wal`).size).toBeGreaterThan(0);

  const { code, output } = await run("restore", copy);

  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("(1 Leads") });
  expect(domainsIn(database)).toEqual(["eins.example"]);
  expect((lstatSync(database).mode & 0o777).toString(8)).toBe("600");
  const kept = /npm run restore -- (\S+)/.exec(output)?.[1] ?? "";
  expect(await run("restore", kept)).toMatchObject({ code: 0 });
  expect(domainsIn(database)).toEqual(["drei.example", "eins.example"]);
});

it.each(["backup", "restore"] as const)(
  "removes what a %s that was killed left behind",
  async (kind) => {
    const killed = `${copy}.${spawnSync("true").pid}.unchecked`;
    const underWay = `${copy}.${process.pid}.unchecked`;
    for (const path of [killed, `${killed}-journal`, underWay]) writeFileSync(path, "");
    const file = kind === "backup" ? join(folder, "another.sqlite") : copy;
    expect(await run(kind, file)).toMatchObject({ code: 0 });
    const rests = readdirSync(folder).filter((name) => name.includes(".unchecked"));
    expect(rests).toEqual([basename(underWay)]);
  },
);

it("waits until the server is stopped, and says which one runs", async () => {
  const lock = takeRunLock(database, "pid 1, 127.0.0.1:3000");
  const { code, output } = await run("restore", copy);
  lock.release();
  expect(output).toMatch(/läuft noch \(pid 1, 127\.0\.0\.1:3000\)/);
  expect(code).toBe(75);
});

it.each<[name: string, reason: RegExp, make: (path: string) => unknown]>([
  ["the database itself", /die Datenbank selbst/, () => database],
  ["a text", /keine Datenbank/, (path) => writeFileSync(path, "notes")],
  ["another program's database", /keine Sicherung/, (path) => change(path, "CREATE TABLE t (a)")],
  [
    "a damaged backup",
    /Kopie ist beschädigt/,
    () => {
      const store = new SqliteDatabase(copy, { readonly: true });
      const page = store.prepare("SELECT rootpage FROM sqlite_master WHERE name = ?").pluck();
      const at = (Number(page.get("leads")) - 1) * 4_096;
      store.close();
      const file = openSync(copy, "r+");
      writeSync(file, Buffer.alloc(4_096, 7), 0, 4_096, at);
      closeSync(file);
      return copy;
    },
  ],
])("refuses %s and leaves everything as it is", async (_name, reason, make) => {
  const path = join(folder, "given");
  const made = await make(path);
  const file = typeof made === "string" ? made : path;
  const state = () => readdirSync(folder).map((name) => [name, lstatSync(join(folder, name)).ino]);
  takeRunLock(database, "a server before").release();
  const before = state();

  const { code, output } = await run("restore", file);

  expect(output).toMatch(reason);
  expect(output).toMatch(/^Nichts wurde geändert: /);
  expect(code).toBe(1);
  expect(state()).toEqual(before);
  expect(domainsIn(database)).toEqual(["eins.example"]);
});
