import { setTimeout as delay } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { LRUCache } from "lru-cache";

/** Milliseconds that a write waits for other processes. */
const BUSY_LIMIT_MS = 2_000;
const PAUSE_MS = 10;
const CACHED_STATEMENTS = 300;
/** A WITH may also write; SQLite's `readonly` flag tells. */
const READING = /^\s*(?:select|with)\b/i;

/** Kysely prepares every query anew; the cache keeps the most recent statements. */
class StatementCache {
  readonly #statements = new LRUCache<string, SqliteDatabase.Statement<unknown[], unknown>>({
    max: CACHED_STATEMENTS,
    memoMethod: (sql) => this.sqlite.prepare<unknown[], unknown>(sql),
  });

  constructor(private readonly sqlite: SqliteDatabase.Database) {}

  prepare(sql: string) {
    return this.#statements.memo(sql);
  }

  canRead(sql: string): boolean {
    try {
      return READING.test(sql) && this.prepare(sql).readonly;
    } catch {
      // The writer may know its tables (temporary ones), or reports the error.
      return false;
    }
  }

  /** SQLite ends a transaction by itself when the disk is full. */
  get isInTransaction(): boolean {
    return this.sqlite.inTransaction;
  }

  close(): void {
    this.sqlite.close();
  }
}

/** Retrying is safe: a statement that found the file locked has changed nothing. */
async function untilFree<T>(run: () => Promise<T>, deadline: number): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const isBusy = error instanceof SqliteDatabase.SqliteError && /BUSY/.test(error.code);
      if (!isBusy || performance.now() > deadline) throw error;
      await delay(PAUSE_MS);
    }
  }
}

class StoreConnection implements DatabaseConnection {
  writer: DatabaseConnection | undefined;

  constructor(private readonly executeAlone: StoreDriver["executeAlone"]) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.writer?.executeQuery<R>(query) ?? this.executeAlone<R>(query);
  }

  streamQuery(): never {
    throw new Error("rows that do not fit in memory are read by a plain handle");
  }
}

/** Transactions begin as writers, so no lock can fail them half-way. They wait without blocking the process. */
class StoreDriver implements Driver {
  readonly #writer: SqliteDriver;
  readonly #statements: StatementCache;
  readonly #reader: { driver: SqliteDriver; statements: StatementCache } | undefined;

  constructor(writer: SqliteDatabase.Database, reader?: SqliteDatabase.Database) {
    this.#statements = new StatementCache(writer);
    this.#writer = new SqliteDriver({ database: this.#statements });
    if (reader === undefined) return;
    const statements = new StatementCache(reader);
    this.#reader = { driver: new SqliteDriver({ database: statements }), statements };
  }

  async init(): Promise<void> {
    await Promise.all([this.#writer.init(), this.#reader?.driver.init()]);
  }

  async acquireConnection(): Promise<StoreConnection> {
    return new StoreConnection((query) => this.executeAlone(query));
  }

  async executeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isReading = this.#reader?.statements.canRead(query.sql) === true;
    const driver = (isReading && this.#reader?.driver) || this.#writer;
    const deadline = performance.now() + BUSY_LIMIT_MS;
    const connection = await driver.acquireConnection();
    try {
      return await untilFree(() => connection.executeQuery<R>(query), deadline);
    } finally {
      await driver.releaseConnection();
    }
  }

  async beginTransaction(connection: StoreConnection): Promise<void> {
    const deadline = performance.now() + BUSY_LIMIT_MS;
    const writer = await this.#writer.acquireConnection();
    try {
      const begin = CompiledQuery.raw("begin immediate");
      await untilFree(() => writer.executeQuery(begin), deadline);
      connection.writer = writer;
    } catch (error) {
      await this.#writer.releaseConnection();
      throw error;
    }
  }

  async commitTransaction(connection: StoreConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
    await this.#endTransaction(connection);
  }

  async rollbackTransaction(connection: StoreConnection): Promise<void> {
    try {
      if (this.#statements.isInTransaction) {
        await connection.executeQuery(CompiledQuery.raw("rollback"));
      }
    } finally {
      await this.#endTransaction(connection);
    }
  }

  async #endTransaction(connection: StoreConnection): Promise<void> {
    if (connection.writer === undefined) return;
    connection.writer = undefined;
    await this.#writer.releaseConnection();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#reader?.driver.destroy();
    await this.#writer.destroy();
  }
}

/** SQLite changes schemas inside transactions, so a failed upgrade rolls back whole. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export class StoreDialect extends SqliteDialect {
  constructor(
    private readonly writer: SqliteDatabase.Database,
    private readonly reader?: SqliteDatabase.Database,
  ) {
    super({ database: writer });
  }

  override createDriver(): StoreDriver {
    return new StoreDriver(this.writer, this.reader);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}
