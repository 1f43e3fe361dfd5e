import { z } from "zod";
import type { Db } from "~db/client";
import { countOutdatedImports } from "~db/queries/imports";
import { countOutdatedJobs } from "~db/queries/raw-data";
import { countOutdatedUploads } from "~db/queries/uploads";
import { countUpTo, numberFromForm } from "../http/form-values";
import { type RetentionSettings, retentionSetting } from "./team-settings.server";

const DAY_MS = 86_400_000;
const DaysSchema = z.preprocess(numberFromForm, countUpTo(3_650));

export const RetentionSchema = z.object({ rawDays: DaysSchema, uploadDays: DaysSchema });

/** Milliseconds UTC. */
export function retentionLimits({ rawDays, uploadDays }: RetentionSettings, now: number) {
  return { raw: now - rawDays * DAY_MS, uploads: now - uploadDays * DAY_MS };
}

export async function countOutdated(db: Db, settings: RetentionSettings, now: number) {
  const { raw, uploads } = retentionLimits(settings, now);
  const lists = [await countOutdatedUploads(db, uploads), await countOutdatedImports(db, uploads)];
  return { runs: await countOutdatedJobs(db, raw), lists: lists.reduce((sum, n) => sum + n, 0) };
}
export type Outdated = Awaited<ReturnType<typeof countOutdated>>;

export async function findRetention(db: Db, now: number) {
  const settings = await retentionSetting.load(db);
  return { settings, outdated: await countOutdated(db, settings, now) };
}
