import { z } from "zod";
import type { Db } from "~db/client";
import { getSetting, putSetting } from "~db/queries/settings";

const SETTING = "lastCleanUp";
const FAR_MS = 14 * 86_400_000;

/** A wrong clock would delete everything with a retention time. Null if the clock is plausible. */
export async function findClockJump(db: Db, now: number): Promise<number | null> {
  const last = z.number().safeParse(await getSetting(db, SETTING)).data ?? now;
  return now - last > FAR_MS ? last : null;
}

export function trustClock(db: Db, by: { actor: string; now: number }): Promise<void> {
  return putSetting(db, SETTING, by.now, by);
}
