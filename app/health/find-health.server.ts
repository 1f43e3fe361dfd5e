import { existsSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Db } from "~db/client";
import { findFailedJobs, findOpenJobs } from "~db/queries/jobs";
import { findTotals } from "~db/queries/lead-counters";
import { findFreeBytes } from "~db/queries/store-state";
import { realFile } from "~db/run-lock";
import { SPARE_BYTES } from "~db/store-file";
import { version } from "../../package.json";
import { type Backup, type BackupReport, isDue } from "../backups.server";
import { nameOf } from "../jobs/job";
import { toJob } from "../jobs/job-json.server";
import type { JobRunner } from "../jobs/runner/job-runner.server";
import type { LoggedFault } from "../log/log.server";
import type { LastAnswer, RateLimiter } from "../providers/fetch/rate-limiter.server";
import { describeFailure } from "../providers/provider-error";
import type { ProviderSetup } from "../providers/providers.server";
import { OPEN_DATA, OPEN_DATA_NAME } from "../providers/services";
import type { Credentials } from "../settings/credentials.server";
import { findServiceStatus } from "../settings/settings-page.server";
import { findClockJump } from "./clock.server";

const DAY_MS = 86_400_000;
/** A large store takes minutes to back up. */
const BACKUP_GRACE_MS = 7_200_000;
const OUTAGE_KINDS = ["upstream", "timeout", "network", "malformed"];
const OPEN_DATA_LANES = ["overpass", "nominatim"];

interface HealthServices {
  db: Db;
  databasePath: string;
  timeZone: string;
  isDemo: boolean;
  credentials: Credentials;
  providerSetup: Pick<ProviderSetup, "model" | "limiter">;
  jobs: Pick<JobRunner, "storeFault">;
  faults: readonly LoggedFault[];
  findBackups(): BackupReport;
}

export async function findHealth(services: HealthServices, now: number) {
  const { databasePath, isDemo, faults, timeZone } = services;
  const startedAt = now - process.uptime() * 1_000;
  const { backups, ...report } = services.findBackups();
  const [store, queue, providers, clockJump] = await Promise.all([
    findStore(services),
    findQueue(services, now),
    findProviders(services, now),
    findClockJump(services.db, now),
  ]);
  const disks = findDisks(databasePath, report.days > 0 ? report.folder : null);
  return {
    now,
    isDemo,
    startedAt,
    clockJump,
    store,
    disks,
    queue,
    providers,
    backups: {
      ...report,
      last: backups[0],
      count: backups.length,
      isOverdue: report.days > 0 && isOverdue(backups, startedAt, now, timeZone),
      /** Bytes that the next backup needs. */
      needed: store.size + SPARE_BYTES,
    },
    faults: [...faults],
    version,
  };
}

export type Health = Awaited<ReturnType<typeof findHealth>>;

async function findStore({ db, databasePath }: HealthServices) {
  const [freeBytes, { total }] = await Promise.all([findFreeBytes(db), findTotals(db)]);
  const path = realFile(databasePath);
  // Opening a live database's file beside SQLite would break its locks.
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return { freeBytes, path, size, leads: total };
}

function isOverdue(
  backups: readonly Backup[],
  startedAt: number,
  now: number,
  timeZone: string,
): boolean {
  const before = now - BACKUP_GRACE_MS;
  const last = backups.find(({ kind }) => kind === "nachts");
  return startedAt < before && isDue(last?.time ?? startedAt, before, timeZone);
}

function findDisks(databasePath: string, backupFolder: string | null) {
  const folder = dirname(realFile(databasePath));
  const disks = [{ holds: "Datenbank", ...diskOf(folder) }];
  if (backupFolder === null) return disks;
  const backups = diskOf(backupFolder);
  if (backups.device !== disks[0]?.device) disks.push({ holds: "Sicherungen", ...backups });
  return disks;
}

function diskOf(folder: string): { device: number; free: number; total: number } {
  // The first backup creates the folder.
  if (!existsSync(folder)) return diskOf(dirname(folder));
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { device: statSync(folder).dev, free: bavail * bsize, total: blocks * bsize };
}

async function findQueue({ db, jobs }: HealthServices, now: number) {
  const [open, failed] = await Promise.all([findOpenJobs(db), findFailedJobs(db, now - DAY_MS)]);
  const queued = open.filter(({ status }) => status === "queued");
  const paused = queued.filter(({ resumeAt }) => resumeAt !== null && resumeAt > now).length;
  return {
    running: open.length - queued.length,
    waiting: queued.length - paused,
    paused,
    failed: failed.map((row) => ({ id: row.id, name: nameOf(toJob(row)) })),
    storeFault: jobs.storeFault?.message ?? null,
  };
}

async function findProviders(services: HealthServices, now: number) {
  const { limiter } = services.providerSetup;
  const statuses = await findServiceStatus(services, now);
  const openData = { service: OPEN_DATA, name: OPEN_DATA_NAME, isConfigured: true, lack: null };
  return [...statuses, openData].map(({ service, ...mark }) => {
    const last = lastOf(limiter, service === OPEN_DATA ? OPEN_DATA_LANES : [service]);
    return {
      service,
      ...mark,
      last: last === null ? null : describeLast(last),
      isFailing: OUTAGE_KINDS.includes(last?.failure?.kind ?? ""),
    };
  });
}

function lastOf(limiter: RateLimiter, lanes: readonly string[]): LastAnswer | null {
  const answers = lanes.flatMap((lane) => limiter.lastAnswers.get(lane) ?? []);
  return answers.toSorted((a, b) => b.time - a.time)[0] ?? null;
}

function describeLast({ time, failure }: LastAnswer) {
  return { time, failure: failure && describeFailure(failure.kind, failure.status) };
}
