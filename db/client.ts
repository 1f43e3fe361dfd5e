import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { CamelCasePlugin, Kysely, Migrator, sql } from "kysely";
import { StoreDialect } from "./driver";
import { foldText } from "./fold";
import { BASELINE, migrations } from "./migrations";
import { parsePhoneNumber } from "./phone-number";
import type { Database } from "./schema";
import { StoreFileError } from "./store-file";

/** The build check looks for this in public files. */
export const SERVER_CANARY = "leadspeicher-server-code";

export type Db = Kysely<Database>;

/** Milliseconds that opening a file may block while another process holds it. */
const OPEN_TIMEOUT_MS = 200;
/** MB of pages that a connection keeps in memory. */
const CACHE = 32;
const LARGE_CACHE = 64;

function openFile(
  path: string | Buffer,
  { readonly = false, cacheMb = CACHE } = {},
): SqliteDatabase.Database {
  const hasFile = typeof path === "string" && path !== ":memory:";
  if (!readonly && hasFile) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sqlite = new SqliteDatabase(path, { readonly, timeout: OPEN_TIMEOUT_MS });
  sqlite.function("fold_text", { deterministic: true }, foldText);
  sqlite.function("display_phone", (phone: string) => parsePhoneNumber(phone).display);
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("temp_store = MEMORY");
  sqlite.pragma(`cache_size = ${-1024 * cacheMb}`);
  if (!readonly) {
    sqlite.pragma("journal_mode = WAL");
    // Confirmed leads survive a power cut; better-sqlite3 defaults to NORMAL in WAL mode.
    sqlite.pragma("synchronous = FULL");
    // Deleted values must not be readable in the file.
    sqlite.pragma("secure_delete = ON");
    sqlite.pragma("journal_size_limit = 67108864");
    if (hasFile) chmodSync(path, 0o600);
    sqlite.pragma("busy_timeout = 0");
  }
  return sqlite;
}

/** Opens a migrated store for reading, in worker threads and tools beside a running server. */
export function openReadonly(path: string): Db {
  return connect(openFile(path, { readonly: true }));
}

/**
 * Commits don't wait for the disk: a power cut may undo the last ones together with their checkpoints. The end of a job
 * is written by `openDatabase`'s connection, which syncs them all.
 */
export async function openForSteps(path: string): Promise<Db> {
  const sqlite = openFile(path);
  sqlite.pragma("synchronous = NORMAL");
  return closable(connect(sqlite));
}

/** Empties the WAL, which may hold erased values. Retries while readers block it; `pause` is milliseconds. */
export async function emptyLog(db: Db, pause = 50): Promise<void> {
  const emptied = sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  const isEmpty = await emptied.then(({ rows }) => rows[0]?.busy === 0).catch(() => false);
  if (isEmpty) return;
  if (pause > 3_000) process.emitWarning("a long reading keeps what was erased in the -wal file");
  setTimeout(() => void emptyLog(db, Math.min(2 * pause, 60_000)), pause).unref();
}

export function openSerialized(image: Buffer): Db {
  return connect(openFile(image));
}

function connect(sqlite: SqliteDatabase.Database, reader?: SqliteDatabase.Database): Db {
  const dialect = new StoreDialect(sqlite, reader);
  return new Kysely<Database>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** @throws StoreFileError for a store from before the baseline, which has no migration */
function assertNotTooOld(sqlite: SqliteDatabase.Database, path: string): void {
  const has = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  const names = has && sqlite.prepare("SELECT name FROM kysely_migration").pluck().all();
  if (!Array.isArray(names) || names.length === 0 || names.includes(BASELINE)) return;
  throw new StoreFileError(
    `Die Datenbank ${path} ist zu alt für diese Version. Erst einmal mit Version 0.1.0 starten, dann mit dieser. An ihr ist nichts geändert.`,
  );
}

/**
 * Opens a store, creates a missing file and folder, and migrates it in one transaction. Reads outside transactions use
 * a connection of their own, so they never wait for writes.
 *
 * @param path the SQLite file, or ":memory:"
 * @throws for a file with unknown migrations, or from before the baseline
 */
export async function openDatabase(path: string): Promise<Db> {
  const isFile = path !== ":memory:";
  const sqlite = openFile(path, { cacheMb: isFile ? CACHE : LARGE_CACHE });
  try {
    assertNotTooOld(sqlite, path);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const db = connect(sqlite);
  // Migrations may edit the schema table.
  sqlite.unsafeMode(true);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    await db.destroy();
    const failure = new Error(`the database ${path} could not be migrated`, { cause: error });
    failure.name = SERVER_CANARY;
    throw failure;
  }
  sqlite.unsafeMode(false);
  const reader = isFile ? openFile(path, { readonly: true, cacheMb: LARGE_CACHE }) : undefined;
  return closable(connect(sqlite, reader));
}

/** Kysely closes only connections that were used. */
async function closable(db: Db): Promise<Db> {
  await sql`SELECT 1`.execute(db);
  return db;
}

export async function canRead(db: Db): Promise<boolean> {
  try {
    await db.selectFrom("leads").select("seq").limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
