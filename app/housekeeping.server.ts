import type { Logger } from "pino";
import { purgeActions } from "~db/queries/actions";
import { purgeImports } from "~db/queries/imports";
import { purgeUnstoredResults } from "~db/queries/job-results";
import { purgeRawData } from "~db/queries/raw-data";
import { mergeSearchIndex } from "~db/queries/search-index";
import { purgeUploads } from "~db/queries/uploads";
import { purgeSessions } from "./access/sign-in/sessions.server";
import { type RepeatServices, startDueRuns } from "./campaigns/repeat-campaigns.server";
import { findClockJump, trustClock } from "./health/clock.server";
import type { BulkServices } from "./leads/bulk/bulk-leads.server";
import { eraseOutdatedLeads } from "./leads/trash/delete-leads.server";
import { purgeOldLookups } from "./pipelines/emails/email-lookup-cache.server";
import { purgeUploadedExports, registerFolder } from "./register/register-files.server";
import { retentionLimits } from "./settings/retention.server";
import { retentionSetting } from "./settings/team-settings.server";

const HOUR_MS = 3_600_000;
/** Days to keep people whom a job found but did not store. */
const UNSTORED_DAYS = 30;
/** Takes one or two seconds; large jobs merge their own entries. */
const MERGE_STEPS = 100;

type HousekeepingServices = BulkServices & RepeatServices & { databasePath: string };

type HousekeepingLog = Pick<Logger, "info" | "error">;

async function purge(services: HousekeepingServices, now: number, log: HousekeepingLog) {
  const { db } = services;
  await trustClock(db, { actor: "Server", now });
  const { matched: erased } = await eraseOutdatedLeads(services, now);
  await purgeOldLookups(db, now);
  await purgeActions(db, now - 24 * HOUR_MS);
  const limits = retentionLimits(await retentionSetting.load(db), now);
  await purgeImports(db, limits.uploads);
  await purgeUploads(db, limits.uploads);
  await purgeRawData(db, limits.raw, { actor: "Server", now });
  await purgeUnstoredResults(db, now - UNSTORED_DAYS * 24 * HOUR_MS);
  await purgeSessions(db, now);
  await purgeUploadedExports(db, registerFolder(services.databasePath), now);
  if (erased > 0) log.info({ leads: erased }, "papierkorb: erased what lay there its whole time");
}

async function cleanUp(services: HousekeepingServices, log: HousekeepingLog): Promise<void> {
  const { db } = services;
  const now = Date.now();
  if ((await findClockJump(db, now)) === null) await purge(services, now, log);
  else log.info({}, "clean-up waits: the clock stands weeks ahead of the last one");
  let steps = 0;
  await mergeSearchIndex(db, async () => ++steps < MERGE_STEPS);
}

export function startHousekeeping(
  services: HousekeepingServices,
  log: HousekeepingLog,
): { stop(): void } {
  const run = () =>
    void cleanUp(services, log)
      .finally(() => startDueRuns(services))
      .catch((error: unknown) => log.error({ err: error }, "clean-up failed"));
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
