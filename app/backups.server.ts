import { type ChildProcess, execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join, resolve } from "node:path";
import { TZDate } from "@date-fns/tz";
import SqliteDatabase from "better-sqlite3";
import type { Logger } from "pino";
import { realFile } from "~db/run-lock";
import { schemaAge } from "~db/store-file";
import { version } from "../package.json";

/** An hour without work and without a daylight-saving change. */
const NIGHT_HOUR = 3;
const CHECK_MS = 600_000;
const RETRY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Niceness of the child process: the server's users come first. */
const PRIORITY = 10;

export interface Backup {
  path: string;
  kind: "nachts" | "vor-update";
  /** Epoch milliseconds. */
  time: number;
  /** Bytes. */
  size: number;
}

export interface BackupReport {
  folder: string;
  /** 0 disables nightly backups. */
  days: number;
  backups: Backup[];
  failure: { time: number; reason: string } | null;
}

interface BackupSettings {
  databasePath: string;
  folder: string | undefined;
  days: number;
  timeZone: string;
}

export function isDue(since: number, now: number, timeZone: string): boolean {
  const night = new TZDate(now, timeZone);
  night.setHours(NIGHT_HOUR, 0, 0, 0);
  if (night.getTime() > now) night.setDate(night.getDate() - 1);
  return since < night.getTime();
}

/** A child process runs `npm run backup`, so the server keeps its CPU time. */
export class Backups {
  readonly #folder: string;
  /** Outlives the run lock; a marker without a database means a lost store. */
  readonly #marker: string;
  #failure: BackupReport["failure"] = null;
  #running: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly settings: BackupSettings,
    private readonly log: Pick<Logger, "info" | "error">,
  ) {
    this.#folder = resolve(settings.folder ?? `${settings.databasePath}.backups`);
    this.#marker = join(`${realFile(settings.databasePath)}.run`, "made");
  }

  find(): BackupReport {
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    const backups = names.flatMap((name): Backup[] => {
      const kind = /^(nachts|vor-update)-[\d-]+\.sqlite$/.exec(name)?.[1];
      if (kind !== "nachts" && kind !== "vor-update") return [];
      const path = join(this.#folder, name);
      const { mtimeMs: time, size } = statSync(path);
      return [{ path, kind, time, size }];
    });
    backups.sort((a, b) => b.time - a.time);
    return { folder: this.#folder, days: this.settings.days, backups, failure: this.#failure };
  }

  /** @throws Error for a lost store, so that work never continues in an empty one */
  assertNotLost(): void {
    const { databasePath } = this.settings;
    if (!existsSync(this.#marker) || (existsSync(databasePath) && statSync(databasePath).size > 0))
      return;
    throw new Error(
      `Die Datenbank ${databasePath} fehlt oder ist leer, obwohl es sie schon gab. ${this.#restoreHint()} Soll wirklich ein neuer Leadspeicher entstehen: erst ${this.#marker} löschen`,
    );
  }

  writeMarker(): void {
    if (!existsSync(this.#marker)) writeFileSync(this.#marker, "", { mode: 0o600 });
  }

  /** Adds to an unreadable database's error how to restore it. */
  explain(error: unknown): unknown {
    const { databasePath } = this.settings;
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    if (cause instanceof SqliteDatabase.SqliteError && /NOTADB|CORRUPT/.test(cause.code)) {
      const message = `Die Datenbank ${databasePath} ist beschädigt. ${this.#restoreHint()}`;
      return new Error(message, { cause });
    }
    try {
      if (this.#ageOfSchema() !== "newer") return error;
      // This older program would damage the database.
      const message = `Mit der Datenbank ${databasePath} hat schon eine neuere Version des Leadspeichers gearbeitet. Diese Version (${version}) ändert nichts daran. Wieder die neuere starten. Oder, wenn fehlen darf, was seit dem Update dazukam: ${this.#restoreHint("vor-update")}`;
      return Object.assign(new Error(message), { name: "NewerStoreError" });
    } catch {
      return error;
    }
  }

  #ageOfSchema(): ReturnType<typeof schemaAge> {
    const store = new SqliteDatabase(this.settings.databasePath, { readonly: true });
    const age = schemaAge(store);
    store.close();
    return age;
  }

  #restoreHint(wanted?: Backup["kind"]): string {
    const path = this.find().backups.find(({ kind }) => kind === (wanted ?? kind))?.path ?? "DATEI";
    const which = wanted === undefined ? "neueste Sicherung" : "Sicherung von vor dem Update";
    return `Die ${which} zurückholen: npm run restore -- ${path}.`;
  }

  /** Makes one copy however often the start fails. @throws Error if the copy fails */
  async makeBeforeUpdate(): Promise<void> {
    const { databasePath } = this.settings;
    if (!existsSync(databasePath)) return;
    const age = this.#ageOfSchema();
    const [last] = this.find().backups.filter(({ kind }) => kind === "vor-update");
    if (age !== "older" || (last?.time ?? 0) > statSync(databasePath).mtimeMs) return;
    await this.#make("vor-update", "--alone");
    if (this.#failure === null) return;
    throw new Error(
      `Vor dem Update auf eine neuere Version wird die Datenbank gesichert, und das ging nicht. ${this.#failure.reason}\nOhne Sicherung starten: BACKUP_BEFORE_UPDATE=false`,
    );
  }

  /** @param mayPurge false if the clock may be wrong: purging depends on it */
  start(mayPurge: () => Promise<boolean>): void {
    if (this.settings.days === 0) return;
    const check = () =>
      void this.#check(mayPurge).catch((error: unknown) =>
        this.log.error({ err: error }, "backups can't be looked at"),
      );
    check();
    this.#timer = setInterval(check, CHECK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#running?.kill("SIGKILL");
  }

  async #check(mayPurge: () => Promise<boolean>): Promise<void> {
    if (this.#running !== undefined) return;
    const now = Date.now();
    if (await mayPurge()) this.#purge(now);
    // A wrong clock made backups with a future date.
    const last = this.find().backups.find(({ kind, time }) => kind === "nachts" && time <= now);
    const since = last?.time ?? statSync(this.#marker).mtimeMs;
    const hasTriedLately = Math.abs(now - (this.#failure?.time ?? 0)) < RETRY_MS;
    if (hasTriedLately || !isDue(since, now, this.settings.timeZone)) return;
    await this.#make("nachts");
    if (await mayPurge()) this.#purge(now);
  }

  /** Always keeps the newest. */
  #purge(now: number): void {
    const { backups, days } = this.find();
    const outdated = backups.slice(1).filter(({ time }) => now - time > days * DAY_MS);
    for (const { path } of outdated) rmSync(path);
  }

  async #make(kind: Backup["kind"], ...options: string[]): Promise<void> {
    const { databasePath: DATABASE_PATH, timeZone: TZ } = this.settings;
    const moment = new Date().toLocaleString("sv-SE", { timeZone: TZ });
    const name = `${kind}-${moment.replace(" ", "-").replaceAll(":", "")}.sqlite`;
    const args = ["--import", "tsx", "scripts/backup.ts", join(this.#folder, name), ...options];
    const env = { NODE_ENV: "production" as const, DATABASE_PATH, TZ };
    this.log.info({ kind }, "backup begins");
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      await new Promise<void>((done, fail) => {
        this.#running = execFile(process.execPath, args, { env }, (error, _output, stderr) => {
          if (error === null) return done();
          fail(new Error(stderr.split("\n", 1)[0]?.trim() || "Die Sicherung wurde abgebrochen."));
        });
        const { pid } = this.#running;
        if (pid !== undefined && !options.includes("--alone")) setPriority(pid, PRIORITY);
      });
      this.#failure = null;
      this.log.info({ kind }, "backup made");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#failure = { time: Date.now(), reason };
      this.log.error({ kind, reason }, "backup failed");
    } finally {
      this.#running = undefined;
    }
  }
}
