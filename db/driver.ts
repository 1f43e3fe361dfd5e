import { setTimeout as delay } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type PluginTransformResultArgs,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { LRUCache } from "lru-cache";
import { askForTurn } from "./write-turns";

/** How long a write waits for other threads and processes, without blocking, in milliseconds. */
const BUSY_LIMIT_MS = 2_000;
/** Pause between two tries, in milliseconds: grows up to this. */
const MAX_PAUSE_MS = 20;
const CACHED_STATEMENTS = 300;
/** A query that begins with it answers rows as arrays, which cost half as much where they are very many. */
export const AS_ARRAYS = "/* arrays */";
/** How a query begins that may read alone; those that write behind a WITH are told by SQLite. */
const READING = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:select|with)\b/i;

/** Columns are camelCase in the program; rows come so from their statement, see `Rows`. */
class ColumnNames extends CamelCasePlugin {
  nameOf(column: string): string {
    return this.camelCase(column);
  }

  override async transformResult({ result }: PluginTransformResultArgs) {
    return result;
  }
}

export const COLUMN_NAMES = new ColumnNames();

/** A prepared query. SQLite gives arrays of values, which with names put in here cost half of objects renamed later. */
class Rows implements SqliteStatement {
  readonly reader = true;
  readonly readonly: boolean;
  readonly #statement: SqliteDatabase.Statement<unknown[], unknown[]>;
  readonly #names: string[];

  constructor(statement: SqliteDatabase.Statement<unknown[], unknown[]>) {
    this.#statement = statement.raw(true);
    this.readonly = statement.readonly;
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

type Statement = SqliteStatement & { readonly readonly: boolean };

/** Keeps the prepared statements most recently used, since Kysely prepares every query anew. */
class StatementCache {
  readonly #statements = new LRUCache<string, Statement>({ max: CACHED_STATEMENTS });
  readonly #sqlite: SqliteDatabase.Database;

  constructor(sqlite: SqliteDatabase.Database) {
    this.#sqlite = sqlite;
  }

  prepare(sql: string): Statement {
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

  /** Whether a transaction is open, which SQLite ends by itself where the disk is full. */
  get isInTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** A connection to the file, with its statements. */
class Handle {
  readonly statements: StatementCache;
  readonly #driver: SqliteDriver;

  constructor(sqlite: SqliteDatabase.Database) {
    this.statements = new StatementCache(sqlite);
    this.#driver = new SqliteDriver({ database: this.statements });
  }

  /** The one connection, for as long as the file is open: turns are taken by `StoreDriver`. */
  async open(): Promise<DatabaseConnection> {
    await this.#driver.init();
    return this.#driver.acquireConnection();
  }
}

/** What Kysely works with: a transaction where it has begun one, else one statement after the other. */
class StoreConnection implements DatabaseConnection {
  /** Gives the turn to write to the next one, at the end of the transaction. */
  leave: (() => void) | undefined;
  readonly #execute: StoreDriver["execute"];

  constructor(execute: StoreDriver["execute"]) {
    this.#execute = execute;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#execute<R>(query, this);
  }

  streamQuery(): never {
    throw new Error("rows that do not fit in memory are read by a plain handle");
  }
}

/**
 * Writes one after the other, begins every transaction as a writer, so that it cannot fail half-way, and waits for other
 * processes without blocking. Reads have a connection of their own, which waits for nobody; without one they take turns
 * with what is written.
 */
class StoreDriver implements Driver {
  readonly #files: { writer: Handle; reader: Handle | undefined };
  #writer: DatabaseConnection | undefined;
  #reader: DatabaseConnection | undefined;
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(writer: SqliteDatabase.Database, reader?: SqliteDatabase.Database) {
    this.#files = {
      writer: new Handle(writer),
      reader: reader === undefined ? undefined : new Handle(reader),
    };
  }

  async init(): Promise<void> {
    this.#writer = await this.#files.writer.open();
    this.#reader = await this.#files.reader?.open();
  }

  async acquireConnection(): Promise<StoreConnection> {
    return new StoreConnection((query, connection) => this.execute(query, connection));
  }

  async execute<R>(query: CompiledQuery, { leave }: StoreConnection): Promise<QueryResult<R>> {
    if (leave !== undefined) return this.#write<R>(query);
    if (this.#reader !== undefined && this.#isReading(query.sql)) {
      return this.#reader.executeQuery<R>(query);
    }
    const deadline = performance.now() + BUSY_LIMIT_MS;
    const over = await this.#takeTurn();
    try {
      return await this.#retryWhileBusy(() => this.#write<R>(query), deadline);
    } finally {
      over();
    }
  }

  #isReading(sql: string): boolean {
    try {
      return READING.test(sql) && this.#files.reader?.statements.prepare(sql).readonly === true;
    } catch {
      // What it does not know the writer may: a table of its own, or what is wrong with the query.
      return false;
    }
  }

  async #write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#writer === undefined) throw new Error("the store is not open");
    return this.#writer.executeQuery<R>(query);
  }

  /** @returns what lets the next one have its turn */
  async #takeTurn(): Promise<() => void> {
    const before = this.#lastTurn;
    let leave = () => {};
    this.#lastTurn = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  }

  /** Repeats a statement that found the file locked. Outside a transaction it has changed nothing yet. */
  async #retryWhileBusy<T>(run: () => Promise<T>, deadline: number): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    return askForTurn(async () => {
      for (let pause = 1; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
        await delay(pause);
        try {
          return await run();
        } catch (error) {
          if (!isBusy(error) || performance.now() > deadline) throw error;
        }
      }
    });
  }

  async beginTransaction(connection: StoreConnection): Promise<void> {
    const deadline = performance.now() + BUSY_LIMIT_MS;
    const leave = await this.#takeTurn();
    try {
      const begin = CompiledQuery.raw("begin immediate");
      await this.#retryWhileBusy(() => this.#write(begin), deadline);
      connection.leave = leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async commitTransaction(connection: StoreConnection): Promise<void> {
    await this.#write(CompiledQuery.raw("commit"));
    this.#endTransaction(connection);
  }

  async rollbackTransaction(connection: StoreConnection): Promise<void> {
    try {
      if (this.#files.writer.statements.isInTransaction) {
        await this.#write(CompiledQuery.raw("rollback"));
      }
    } finally {
      this.#endTransaction(connection);
    }
  }

  #endTransaction(connection: StoreConnection): void {
    connection.leave?.();
    connection.leave = undefined;
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#files.reader?.statements.close();
    this.#files.writer.statements.close();
  }
}

/** SQLite changes its schema inside transactions; with this the migrator rolls a failed upgrade back as a whole. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export class StoreDialect extends SqliteDialect {
  readonly #driver: StoreDriver;

  constructor(writer: SqliteDatabase.Database, reader?: SqliteDatabase.Database) {
    super({ database: writer });
    this.#driver = new StoreDriver(writer, reader);
  }

  override createDriver(): StoreDriver {
    return this.#driver;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}
