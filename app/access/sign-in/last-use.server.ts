import type { AccessLog } from "../access-services";

/** Writes a use unless one is noted within `stepMs`. Requests never wait for it or fail by it. */
export function noteUse(
  { noted, now, stepMs }: { noted: number | null; now: number; stepMs: number },
  write: () => Promise<void>,
  log: Pick<AccessLog, "warn">,
): void {
  if (noted !== null && now - noted < stepMs) return;
  write().catch((error: unknown) => log.warn({ err: error }, "the last use is not noted"));
}
