import { statSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { CompiledQuery, sql } from "kysely";
import { describe, expect, onTestFinished } from "vitest";
import { addLead, allowGrowth, it, temporaryFolder } from "~tests/store";
import { canRead, type Db, emptyLog, openDatabase, openReadonly, SERVER_CANARY } from "./client";
import { migrations } from "./migrations";

async function openFile(path: string): Promise<Db> {
  const db = await openDatabase(path);
  onTestFinished(() => db.destroy());
  return db;
}

async function answerTo(db: Db, statement: string): Promise<unknown> {
  const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement));
  return Object.values(rows[0] ?? {})[0];
}

/** Structure and leads of a file, read by another connection. */
function contentOf(path: string): string {
  const sqlite = new SqliteDatabase(path, { readonly: true });
  try {
    const schema = sqlite.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY name").all();
    const done = sqlite.prepare("SELECT name FROM kysely_migration ORDER BY name").all();
    const leads = sqlite.prepare("SELECT * FROM leads ORDER BY seq").all();
    return JSON.stringify({ schema, done, leads });
  } finally {
    sqlite.close();
  }
}

describe("a fresh database", () => {
  it("has our settings", async () => {
    const db = await openFile(join(await temporaryFolder(), "leads.sqlite"));
    for (const [pragma, value] of Object.entries({
      ...{ journal_mode: "wal", synchronous: 2, foreign_keys: 1, secure_delete: 1, temp_store: 2 },
      journal_size_limit: 64 * 1024 * 1024,
    })) {
      expect(await answerTo(db, `PRAGMA ${pragma}`), pragma).toBe(value);
    }
  });

  it("lies in a folder and a file that nobody else may read", async () => {
    const folder = join(await temporaryFolder(), "neu", "daten");
    await openFile(join(folder, "leads.sqlite"));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "leads.sqlite")).mode & 0o777).toBe(0o600);
  });

  it("names every migration as done, and a second start changes nothing", async () => {
    const path = join(await temporaryFolder(), "leads.sqlite");
    const first = await openDatabase(path);
    await addLead(first, { domain: "firma.de" });
    await first.destroy();
    const before = contentOf(path);
    const second = await openDatabase(path);
    await second.destroy();
    expect(contentOf(path)).toBe(before);
    for (const name of Object.keys(migrations)) expect(before).toContain(name);
  });
});

describe("a failed migration", () => {
  it("leaves the file as it was", async () => {
    const path = join(await temporaryFolder(), "leads.sqlite");
    const db = await openDatabase(path);
    await addLead(db, { domain: "firma.de", companyName: "Firma" });
    await db.destroy();
    const before = contentOf(path);

    migrations["9998-half"] = {
      up: async (half) => {
        await sql`CREATE TABLE half_done (id TEXT)`.execute(half);
        await sql`UPDATE leads SET company_name = 'anders'`.execute(half);
      },
    };
    migrations["9999-broken"] = {
      up: async (broken) => {
        await sql`CREATE TABLE also_half_done (id TEXT)`.execute(broken);
        throw new Error("disk on fire");
      },
    };
    onTestFinished(() => {
      delete migrations["9998-half"];
      delete migrations["9999-broken"];
    });
    await expect(openDatabase(path)).rejects.toMatchObject({
      name: SERVER_CANARY,
      cause: expect.objectContaining({ message: "disk on fire" }),
    });
    expect(contentOf(path)).toBe(before);
  });
});

describe("a database of a newer program", () => {
  it("is refused and stays as it was", async () => {
    const path = join(await temporaryFolder(), "leads.sqlite");
    const db = await openDatabase(path);
    await addLead(db, { domain: "firma.de" });
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('0099-later', '2030')`.execute(
      db,
    );
    await db.destroy();
    const before = contentOf(path);
    await expect(openDatabase(path)).rejects.toThrow("could not be migrated");
    expect(contentOf(path)).toBe(before);
  });
});

describe("a transaction", () => {
  it("rolls back as a whole when its work throws", async ({ db }) => {
    const work = db.transaction().execute(async (trx) => {
      await addLead(trx, { domain: "erste.de" });
      await addLead(trx, { domain: "zweite.de" });
      throw new Error("half-way");
    });
    await expect(work).rejects.toThrow("half-way");
    expect(await db.selectFrom("leads").selectAll().execute()).toEqual([]);
    await addLead(db, { domain: "dritte.de" });
    expect(await db.selectFrom("leads").select("domain").execute()).toEqual([
      { domain: "dritte.de" },
    ]);
  });

  it("waits for another writer instead of failing", async () => {
    const path = join(await temporaryFolder(), "leads.sqlite");
    const db = await openFile(path);
    const other = new SqliteDatabase(path);
    onTestFinished(() => void other.close());
    other.exec("BEGIN IMMEDIATE");
    // The other writer ends on a timer, which fires only if this process does not block.
    setTimeout(() => other.exec("COMMIT"), 300);
    const inTransaction = db.transaction().execute((trx) => addLead(trx, { domain: "erste.de" }));
    const alone = db.updateTable("leads").set({ notes: "x" }).execute();
    await expect(Promise.all([inTransaction, alone])).resolves.toBeDefined();
    expect(await db.selectFrom("leads").select("domain").execute()).toEqual([
      { domain: "erste.de" },
    ]);
  });
});

describe("a store that takes no writes", () => {
  it("gives up waiting for another process after two seconds, and reads all the while", async () => {
    const path = join(await temporaryFolder(), "leads.sqlite");
    const db = await openFile(path);
    const other = new SqliteDatabase(path);
    onTestFinished(() => void other.close());
    other.exec("BEGIN IMMEDIATE");
    const busy = expect.objectContaining({ code: "SQLITE_BUSY" });
    const writes = Promise.allSettled([
      addLead(db, { domain: "a.de" }),
      db.transaction().execute((trx) => addLead(trx, { domain: "b.de" })),
    ]);
    expect(await canRead(db)).toBe(true);
    expect(await writes).toEqual(Array(2).fill({ status: "rejected", reason: busy }));
    other.exec("ROLLBACK");
    await addLead(db, { domain: "c.de" });
  });

  it("says that it is full, undoes what was begun, and goes on where there is room", async () => {
    const db = await openFile(join(await temporaryFolder(), "leads.sqlite"));
    await sql`CREATE TABLE plain (text TEXT)`.execute(db);
    const fill = () =>
      db.transaction().execute(async (trx) => {
        await addLead(trx, { domain: "halb.de" });
        await sql`INSERT INTO plain VALUES (${"x".repeat(100_000)})`.execute(trx);
      });
    await allowGrowth(db, false);
    await expect(fill()).rejects.toMatchObject({ code: "SQLITE_FULL" });
    expect(await answerTo(db, "SELECT count(*) FROM leads")).toBe(0);
    await allowGrowth(db, true);
    await fill();
    expect(await answerTo(db, "SELECT count(*) FROM leads")).toBe(1);
  });
});

describe("a connection for reading alone", () => {
  it("sees what is committed and writes nothing", async () => {
    const path = join(await temporaryFolder(), "leads.sqlite");
    await addLead(await openFile(path), { domain: "firma.de" });
    const reader = openReadonly(path);
    onTestFinished(() => reader.destroy());
    expect(await reader.selectFrom("leads").select("domain").execute()).toEqual([
      { domain: "firma.de" },
    ]);
    await expect(reader.deleteFrom("leads").execute()).rejects.toThrow("readonly");
  });

  it("is not made for a file that does not exist", async () => {
    const path = join(await temporaryFolder(), "fehlt.sqlite");
    expect(() => openReadonly(path)).toThrow();
    expect(() => statSync(path)).toThrow("ENOENT");
  });
});

it("tells an open database from a closed one", async () => {
  const db = await openDatabase(":memory:");
  expect(await canRead(db)).toBe(true);
  await db.destroy();
  expect(await canRead(db)).toBe(false);
});

describe("prepared statements", () => {
  it("stay right beyond the number that is kept", async ({ db }) => {
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 320; n += 1) {
        expect(await answerTo(db, `SELECT ${n} AS n`)).toBe(n);
      }
    }
  });
});

it("empties its log as soon as nobody reads any more", async () => {
  const path = join(await temporaryFolder(), "leads.sqlite");
  const db = await openFile(path);
  const reader = new SqliteDatabase(path, { readonly: true });
  onTestFinished(() => void reader.close());
  const logged = () => statSync(`${path}-wal`).size;
  reader.exec("BEGIN; SELECT * FROM leads");
  await addLead(db, { domain: "firma.de" });
  await emptyLog(db, 1);
  expect(logged()).toBeGreaterThan(0);
  reader.exec("COMMIT");
  await expect.poll(logged).toBe(0);
});
