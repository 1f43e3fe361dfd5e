import { lstatSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { expect, test } from "vitest";
import { startSearch, waitForJob } from "../support/api-client";
import { runToEnd } from "../support/server-run";
import { openTestApp } from "../support/test-app";

const app = await openTestApp();
const { databasePath } = app.server;
const folder = dirname(databasePath);

const backUp = (target: string, database = databasePath, ...more: string[]) =>
  runToEnd("scripts/backup.ts", { DATABASE_PATH: database }, [target, ...more]);

const countLeads = (database: SqliteDatabase.Database) =>
  database.prepare("SELECT count(*) FROM leads").pluck().get();

test("copies the store of a running server into one file that only its owner may read", async () => {
  const search = { query: "Elektriker", region: "Sachsen", count: 60 };
  await waitForJob(app.server.url, await startSearch(app.server.url, search));
  const writing = await startSearch(app.server.url, { ...search, region: "Hamburg" });
  const target = join(folder, "new.sqlite");

  expect(await backUp(target)).toMatchObject({ code: 0, output: `Gesichert: ${target}\n` });

  await waitForJob(app.server.url, writing);
  expect((lstatSync(target).mode & 0o777).toString(8)).toBe("600");
  expect(readdirSync(folder).filter((name) => name.startsWith("new"))).toEqual(["new.sqlite"]);
  const copy = new SqliteDatabase(target);
  expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(countLeads(copy)).toBeGreaterThan(0);
  copy.close();
});

/** Puts something into the folder of the store, and answers its path. */
const made = (name: string, make: (path: string) => void) => () => {
  make(join(folder, name));
  return join(folder, name);
};

test.each<[name: string, target: (database: string) => string]>([
  ["a link to the store", made("link.sqlite", (path) => symlinkSync(databasePath, path))],
  ["the store's log", (database) => `${database}-wal`],
  ["another file", made("notes.txt", (path) => writeFileSync(path, "notes"))],
])("refuses %s and touches nothing", async (_name, targetOf) => {
  const target = targetOf(databasePath);
  const state = () => {
    const store = new SqliteDatabase(databasePath, { readonly: true });
    const leads = countLeads(store);
    store.close();
    const names = readdirSync(folder).map((name) => {
      const { ino, size, mode, mtimeMs } = lstatSync(join(folder, name));
      return name.startsWith("leads.") ? { name, ino, mode } : { name, ino, size, mode, mtimeMs };
    });
    return { leads, names };
  };
  const before = state();

  const { code, output } = await backUp(target);
  expect(output).toMatch(/gibt es schon|gehört zur Datenbank/);
  expect(output).toMatch(/exists|belongs to the database/);
  expect(code).toBe(1);
  expect(state()).toEqual(before);
  expect((await fetch(`${app.server.url}/api/leads`)).status).toBe(200);
});

test("says that there is no store to copy", async () => {
  const target = join(folder, "of-none.sqlite");
  const { code, output } = await backUp(target, join(folder, "none.sqlite"));
  expect(code).toBe(1);
  expect(output).toMatch(/Die Sicherung ist nicht entstanden: .*\nThe backup was not made: /);
  expect(() => lstatSync(target)).toThrow();
});
