import type { LeadEnrichmentRow } from "~db/schema";

/** A website that could not be read is not tried again by itself for so long, in milliseconds: seven days. */
export const RETRY_AFTER_MS = 7 * 86_400_000;

/**
 * Whether a website is worth reading by itself: not when that was done since the job was queued, nor soon after a try
 * that failed.
 *
 * @param queuedAt milliseconds UTC, like `now`
 */
export function isWorthReading(
  { triedAt, problem }: Pick<LeadEnrichmentRow, "triedAt" | "problem">,
  queuedAt: number,
  now: number,
): boolean {
  if (triedAt >= queuedAt) return false;
  return problem === null || triedAt < now - RETRY_AFTER_MS;
}
