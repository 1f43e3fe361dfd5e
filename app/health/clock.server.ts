import { z } from "zod";
import type { Db } from "~db/client";
import { getSetting, putSetting } from "~db/queries/settings";

const SETTING = "lastCleanUp";
const MAX_GAP_MS = 14 * 86_400_000;

/** A wrong clock would delete all data with a retention period. @returns the last clean-up's time; null if plausible */
export async function findClockJump(db: Db, now: number): Promise<number | null> {
  const last = z.number().safeParse(await getSetting(db, SETTING)).data ?? now;
  return now - last > MAX_GAP_MS ? last : null;
}

export function trustClock(db: Db, by: { actor: string; now: number }): Promise<void> {
  return putSetting(db, SETTING, by.now, by);
}
