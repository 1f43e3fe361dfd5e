import { JobFailure } from "../../jobs/runner/job-run.server";
import { isPassing } from "../../providers/fetch/call-provider.server";
import type { ProfileOrder } from "../../providers/profile-search";
import type { Fetching } from "./place-order.server";

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60_000;
const WAIT_GROWTH = 1.5;
/** A paid order outlives an outage. */
const MAX_FAILURES_IN_A_ROW = 5;
const MAX_FAILED_FILES = 2;

const ORDERED = 6;
const FETCHED = 40;

function growingWait({ wait }: Fetching): () => Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  return async () => {
    await wait(waitMs);
    waitMs = Math.min(waitMs * WAIT_GROWTH, LONGEST_WAIT_MS);
  };
}

async function lookAt(
  { run, wait }: Fetching,
  look: () => Promise<ProfileOrder>,
): Promise<ProfileOrder> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await look();
    } catch (error) {
      run.signal.throwIfAborted();
      if (!isPassing(error) || failures === MAX_FAILURES_IN_A_ROW) throw error;
      await wait(LONGEST_WAIT_MS);
    }
  }
}

export async function awaitProfiles(
  fetching: Fetching,
  start: ProfileOrder,
): Promise<ProfileOrder> {
  const { run, search } = fetching;
  const wait = growingWait(fetching);
  let order = start;
  while (order.state === "running") {
    const share = order.total > 0 ? Math.min(1, order.scraped / order.total) : 0;
    await run.update({ progress: Math.round(ORDERED + (FETCHED - ORDERED) * share) });
    await wait();
    order = await lookAt(fetching, () => search.getOrder(order.id, run.signal));
  }
  if (order.state === "failed") {
    throw new JobFailure(
      `${search.name} hat den Auftrag ${order.id} nicht ausgeführt (Zustand „${order.status}“). Mehr dazu steht im Konto bei ${search.name}.`,
    );
  }
  return order;
}

/** @throws JobFailure when the service can't make the file */
export async function awaitFile(fetching: Fetching, start: ProfileOrder): Promise<string> {
  const { run, search } = fetching;
  const wait = growingWait(fetching);
  let order = start;
  let failed = 0;
  let isAsked = false;
  while (order.file.state !== "ready" || order.file.url === null) {
    if (order.file.state === "failed") failed += 1;
    if (failed > MAX_FAILED_FILES) {
      throw new JobFailure(
        `${search.name} konnte die Datei des Auftrags ${order.id} nicht erstellen. Mehr dazu steht im Konto bei ${search.name}.`,
      );
    }
    if (isAsked) await wait();
    const { id, file } = order;
    order = await lookAt(fetching, () =>
      file.state === "running"
        ? search.getOrder(id, run.signal)
        : search.requestFile(id, run.signal),
    );
    isAsked = true;
  }
  await run.update({ progress: FETCHED + 2 });
  return order.file.url;
}
