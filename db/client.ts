import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { domainToUnicode } from "node:url";
import SqliteDatabase from "better-sqlite3";
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  Migrator,
  type PluginTransformResultArgs,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from "kysely";
import { LRUCache } from "lru-cache";
import { migrations } from "./migrations";
import { e164Of, parsePhoneNumber } from "./phone-number";
import type { Database } from "./schema";
import { askForTurn } from "./write-turns";

/** Stands in no file that a browser may load; the check of the public build looks for it. */
export const SERVER_CANARY = "leadspeicher-server-code";

export type Db = Kysely<Database>;

/** Longest time that opening a file may block while another process holds it, in milliseconds. */
const OPEN_TIMEOUT_MS = 200;
/** How long a write waits for other threads and processes, without blocking, in milliseconds. */
const BUSY_LIMIT_MS = 10_000;
/** Pause between two tries, in milliseconds: grows up to this. */
const MAX_PAUSE_MS = 20;
/** Pages of the log at which a commit begins to write them back: beside a thread that does, and in it. */
const USUAL_CHECKPOINT = 1_000;
const LARGE_CHECKPOINT = 20_000;
const CACHED_STATEMENTS = 300;
/** A query that begins with it answers rows as arrays, which cost half as much where they are very many. */
export const AS_ARRAYS = "/* arrays */";

/** Columns are camelCase in the program; rows come so from their statement, see `Rows`. */
class ColumnNames extends CamelCasePlugin {
  nameOf(column: string): string {
    return this.camelCase(column);
  }

  override async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }
}

const COLUMN_NAMES = new ColumnNames();

/** A prepared query. SQLite gives arrays of values, which with names put in here cost half of objects renamed later. */
class Rows implements SqliteStatement {
  readonly reader = true;
  readonly #statement: SqliteDatabase.Statement<unknown[], unknown[]>;
  readonly #names: string[];

  constructor(statement: SqliteDatabase.Statement<unknown[], unknown[]>) {
    this.#statement = statement.raw(true);
    this.#names = statement.columns().map(({ name }) => COLUMN_NAMES.nameOf(name));
  }

  #toRow(values: readonly unknown[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    // A plain loop: this runs for each value that is read.
    for (let at = 0; at < values.length; at += 1) row[this.#names[at] ?? ""] = values[at];
    return row;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(parameters).map((values) => this.#toRow(values));
  }

  run(parameters: readonly unknown[]): SqliteDatabase.RunResult {
    return this.#statement.run(parameters);
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    for (const values of this.#statement.iterate(parameters)) yield this.#toRow(values);
  }
}

/** Keeps the prepared statements most recently used, since Kysely prepares every query anew. */
class StatementCache {
  readonly #statements = new LRUCache<string, SqliteStatement>({ max: CACHED_STATEMENTS });
  readonly #sqlite: SqliteDatabase.Database;

  constructor(sqlite: SqliteDatabase.Database) {
    this.#sqlite = sqlite;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#sqlite.prepare<unknown[], unknown[]>(sql);
    const isArrays = sql.startsWith(AS_ARRAYS);
    const statement = isArrays ? prepared.raw() : prepared.reader ? new Rows(prepared) : prepared;
    // Another schema may give a query other columns.
    if (/^\s*(?:alter|create|drop)\b/i.test(sql)) this.#statements.clear();
    else this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** Begins every transaction as a writer, so that it cannot fail half-way, and waits for other processes without blocking. */
class WaitingSqliteDriver extends SqliteDriver {
  #inTransaction = false;
  readonly #wrapped = new WeakMap<DatabaseConnection, DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    const known = this.#wrapped.get(connection);
    if (known !== undefined) return known;
    const waiting: DatabaseConnection = {
      executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> =>
        this.#inTransaction
          ? connection.executeQuery<R>(query)
          : this.#retryWhileBusy(() => connection.executeQuery<R>(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
    this.#wrapped.set(connection, waiting);
    return waiting;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    this.#inTransaction = true;
  }

  /**
   * Repeats a statement that found the file locked. Outside a transaction it has changed nothing yet. While it waits,
   * others read on the one connection.
   */
  async #retryWhileBusy<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    const deadline = performance.now() + BUSY_LIMIT_MS;
    return askForTurn(async () => {
      for (let pause = 1; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
        await super.releaseConnection();
        await delay(pause);
        await super.acquireConnection();
        try {
          return await run();
        } catch (error) {
          if (!isBusy(error) || performance.now() > deadline) throw error;
        }
      }
    });
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#inTransaction = false;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#inTransaction = false;
    await super.rollbackTransaction(connection);
  }
}

class LeadStoreDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new WaitingSqliteDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/** SQLite changes its schema inside transactions; with this the migrator rolls a failed upgrade back as a whole. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openFile(path: string | Buffer, readonly: boolean): SqliteDatabase.Database {
  const hasFile = typeof path === "string" && path !== ":memory:";
  if (!readonly && hasFile) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sqlite = new SqliteDatabase(path, { readonly, timeout: OPEN_TIMEOUT_MS });
  // As people read it: „xn--mller-bder-u5ac.de“ → „müller-bäder.de“.
  sqlite.function("dialled", e164Of);
  sqlite.function("display_domain", (domain: string) => domainToUnicode(domain) || domain);
  sqlite.function("display_phone", (phone: string) => parsePhoneNumber(phone).display);
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("temp_store = MEMORY");
  // Who only reads walks through leads once.
  sqlite.pragma(readonly ? "cache_size = -8192" : "cache_size = -65536");
  if (!readonly) {
    sqlite.pragma("journal_mode = WAL");
    // A confirmed lead survives a power cut: better-sqlite3's default for WAL is NORMAL.
    sqlite.pragma("synchronous = FULL");
    // What is deleted is overwritten, so that it cannot be read out of the file.
    sqlite.pragma("secure_delete = ON");
    sqlite.pragma("journal_size_limit = 67108864");
    if (hasFile) chmodSync(path, 0o600);
    // From here on it is the driver that waits, which blocks nobody.
    sqlite.pragma("busy_timeout = 0");
  }
  return sqlite;
}

/**
 * Opens the database file for reading alone, as worker threads and tools do beside a running server.
 *
 * @param path the SQLite file, which must exist and be migrated
 */
export function openReadonly(path: string): Db {
  return connect(openFile(path, true));
}

/** The same as a plain better-sqlite3 handle, for walking through more rows than fit in memory. */
export function openReadonlySqlite(path: string): SqliteDatabase.Database {
  return openFile(path, true);
}

/**
 * Opens the database file, which must be migrated, for the steps of jobs in a worker thread. A power cut may undo the
 * last of them with their checkpoints, never one without the other; the end of a job is written by the connection of
 * `openDatabase`, which makes all that came before lasting.
 *
 * @param path the SQLite file
 */
export function openForSteps(path: string): Db {
  const sqlite = openFile(path, false);
  sqlite.pragma("synchronous = NORMAL");
  sqlite.pragma(`wal_autocheckpoint = ${LARGE_CHECKPOINT}`);
  return connect(sqlite);
}

/** Leaves it to a thread that writes much to write the log back into the file, or takes it over again. */
export async function leaveCheckpoints(db: Db, isLeft: boolean): Promise<void> {
  const pages = isLeft ? 2 * LARGE_CHECKPOINT : USUAL_CHECKPOINT;
  await sql.raw(`PRAGMA wal_autocheckpoint = ${pages}`).execute(db);
}

/**
 * Writes the log back into the file, and empties it unless somebody reads: of what was erased nothing stays in its end.
 */
export async function writeBack(db: Db): Promise<void> {
  // Most of it while others write, so that emptying it takes no time.
  await sql`PRAGMA wal_checkpoint(PASSIVE)`.execute(db);
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
}

/** Opens a serialized database that is already migrated, in memory, as every test does. */
export function openSerialized(image: Buffer): Db {
  return connect(openFile(image, false));
}

function connect(sqlite: SqliteDatabase.Database): Db {
  const dialect = new LeadStoreDialect({ database: new StatementCache(sqlite) });
  return new Kysely<Database>({ dialect, plugins: [COLUMN_NAMES] });
}

/**
 * Opens the database file (made when missing, with its folder) and brings it to the newest schema.
 * All pending migrations run in one transaction; a file with migrations that this program does not know is refused.
 *
 * @param path the SQLite file, or ":memory:"
 */
export async function openDatabase(path: string): Promise<Db> {
  const sqlite = openFile(path, false);
  const db = connect(sqlite);
  // A migration may write the text of a table.
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
