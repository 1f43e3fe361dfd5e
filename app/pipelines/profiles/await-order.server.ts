import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";
import { JobFailure } from "../../jobs/runner/job-run.server";
import type { ProfileOrder } from "../../providers/profile-search";
import { type Fetching, retrying } from "./place-order.server";

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;
const WAIT_GROWTH = 1.5;
/** A paid order outlives an outage. */
const OUTAGE = { retries: 4, pauseMs: LONGEST_WAIT_MS };
const MAX_FAILED_FILES = 2;

const ORDERED = 6;
const FETCHED = 40;

/** Asks at growing intervals until `next` has no question. */
async function poll(
  fetching: Fetching,
  start: ProfileOrder,
  next: (order: ProfileOrder) => Promise<(() => Promise<ProfileOrder>) | null>,
): Promise<ProfileOrder> {
  const { run, retrySpeed } = fetching;
  let order = start;
  for (let waitMs = 0; ; waitMs = Math.max(FIRST_WAIT_MS, waitMs * WAIT_GROWTH)) {
    const ask = await next(order);
    if (ask === null) return order;
    const pauseMs = Math.min(waitMs, LONGEST_WAIT_MS) / retrySpeed;
    await delay(pauseMs, undefined, { signal: run.signal });
    order = await pRetry(ask, retrying(fetching, OUTAGE));
  }
}

export async function awaitProfiles(
  fetching: Fetching,
  start: ProfileOrder,
): Promise<ProfileOrder> {
  const { run, search } = fetching;
  const finished = await poll(fetching, start, async ({ id, state, total, scraped }) => {
    if (state !== "running") return null;
    const share = total > 0 ? Math.min(1, scraped / total) : 0;
    await run.update({ progress: Math.round(ORDERED + (FETCHED - ORDERED) * share) });
    return () => search.getOrder(id, run.signal);
  });
  if (finished.state === "finished") return finished;
  throw new JobFailure(
    `${search.name} hat den Auftrag ${finished.id} nicht ausgeführt (Zustand „${finished.status}“). Mehr dazu steht im Konto bei ${search.name}.`,
  );
}

/** @throws JobFailure when the service can't make the file */
export async function awaitFile(fetching: Fetching, start: ProfileOrder): Promise<string> {
  const { run, search } = fetching;
  let failed = 0;
  const { file } = await poll(fetching, start, async ({ id, file }) => {
    if (file.state === "ready" && file.url !== null) return null;
    if (file.state === "failed") failed += 1;
    if (failed > MAX_FAILED_FILES) {
      throw new JobFailure(
        `${search.name} konnte die Datei des Auftrags ${id} nicht erstellen. Mehr dazu steht im Konto bei ${search.name}.`,
      );
    }
    return () =>
      file.state === "running"
        ? search.getOrder(id, run.signal)
        : search.requestFile(id, run.signal);
  });
  await run.update({ progress: FETCHED + 2 });
  return file.url ?? "";
}
