import { z } from "zod";
import type { Db } from "~db/client";
import { getSetting, putSetting } from "~db/queries/settings";

const SETTING = "lastCleanUp";
const FAR_MS = 14 * 86_400_000;

/**
 * When the server last cleaned up, where its clock stands weeks ahead of that: a wrong clock would take everything that
 * is kept for a time only. Null where the clock is believed. A server that was off for so long is asked about, too.
 */
export async function findClockJump(db: Db, now: number): Promise<number | null> {
  const last = z.number().safeParse(await getSetting(db, SETTING)).data ?? now;
  return now - last > FAR_MS ? last : null;
}

/** Takes the time of the clock for right. */
export function trustClock(db: Db, by: { actor: string; now: number }): Promise<void> {
  return putSetting(db, SETTING, by.now, by);
}
