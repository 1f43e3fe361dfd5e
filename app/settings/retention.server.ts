import type { Db } from "~db/client";
import { countOutdatedImports } from "~db/queries/imports";
import { countOutdatedJobs } from "~db/queries/raw-data";
import { countOutdatedUploads } from "~db/queries/uploads";
import type { RetentionSettings } from "./team-settings.server";

const DAY_MS = 86_400_000;

/** Milliseconds UTC. */
export function retentionLimits({ rawDays, uploadDays }: RetentionSettings, now: number) {
  return { raw: now - rawDays * DAY_MS, uploads: now - uploadDays * DAY_MS };
}

export async function countOutdated(db: Db, settings: RetentionSettings, now: number) {
  const { raw, uploads } = retentionLimits(settings, now);
  const lists = [await countOutdatedUploads(db, uploads), await countOutdatedImports(db, uploads)];
  return { runs: await countOutdatedJobs(db, raw), lists: lists.reduce((sum, n) => sum + n, 0) };
}
