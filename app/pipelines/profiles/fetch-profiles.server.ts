import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";
import { z } from "zod";
import { formatCount, formatNumber } from "../../format/german";
import type { SearchedParams } from "../../jobs/kinds/job-params.server";
import { type CallLedger, CeilingReachedError } from "../../jobs/ledger/call-ledger.server";
import { JobFailure, type JobRun } from "../../jobs/runner/job-run.server";
import { isTransient } from "../../providers/fetch/call-provider.server";
import type { ProfileOrder, ProfileSearch } from "../../providers/profile-search";
import { ProviderError } from "../../providers/provider-error";

const CheckpointSchema = z.object({
  booked: z
    .object({ id: z.string(), jobId: z.string(), provider: z.string(), month: z.string() })
    .nullable()
    .default(null),
  orderId: z.string().nullable().default(null),
  next: z.int().default(0),
  unmatched: z.int().default(0),
  isStored: z.boolean().default(false),
});
export type ProfilesCheckpoint = z.infer<typeof CheckpointSchema>;

export function readCheckpoint(json: string | null): ProfilesCheckpoint {
  return CheckpointSchema.parse(JSON.parse(json ?? "{}"));
}

interface Fetching {
  run: JobRun;
  search: ProfileSearch;
  ledger: CallLedger;
  params: SearchedParams;
  /** Divides waits; 1 outside tests. */
  retrySpeed: number;
}

const ORDER_SHARE = 6;
const FETCH_SHARE = 40;

const ORDER_TRIES = { retries: 3, pauseMs: 5_000 };
/** The order is already paid, so retries outlast an outage. */
const OUTAGE_TRIES = { retries: 4, pauseMs: 60_000 };
const POLL_MS = { first: 5_000, max: 60_000, growth: 1.5 };
const MAX_FAILED_FILES = 2;

/** findOwnOrder() finds the order by this name. */
export function orderName(jobId: string): string {
  return `leadspeicher ${jobId}`;
}

/**
 * Fetches the search's file. Profiles are paid when ordered, so a resumed run first looks for its own order.
 * @returns null when the search brought nothing; a warning says why
 * @throws JobFailure when the account can't be used, the order is lost, or its file can't be created
 */
export async function fetchProfiles(fetching: Fetching): Promise<Uint8Array | null> {
  const { run, search } = fetching;
  const finished = await fetchOrder(fetching);
  if (finished === null) return null;
  if (finished.scraped === 0) {
    await run.warn(`${search.name} hat zu dieser Suche keine Profile geholt.`);
    return null;
  }
  return search.downloadFile(await awaitFile(fetching, finished), run.signal);
}

/** Forgets a lost order, so that a restart places a new one. */
async function fetchOrder(fetching: Fetching): Promise<ProfileOrder | null> {
  const { run, search } = fetching;
  const { next } = readCheckpoint(run.job.checkpoint);
  // Cancelling had set the last phase.
  await run.update({ phase: next === 0 ? "searching" : "storing", progress: 2 });
  try {
    const order = (await findOwnOrder(fetching)) ?? (await placeOrder(fetching));
    if (order === null) return null;
    await saveCheckpoint(run, { orderId: order.id }, ORDER_SHARE);
    const finished = await awaitProfiles(fetching, order);
    await closeOrder(fetching, finished);
    return finished;
  } catch (error) {
    const { orderId } = readCheckpoint(run.job.checkpoint);
    if (orderId !== null && error instanceof JobFailure) await closeOrder(fetching, null);
    if (orderId !== null && run.signal.aborted && run.signal.reason === "cancelled") {
      await run.warn(
        `Beim Abbrechen lief der Auftrag bei ${search.name} weiter und wird dort bezahlt. „Erneut starten“ setzt den Lauf mit ihm fort.`,
      );
    }
    throw error;
  }
}

async function saveCheckpoint(run: JobRun, change: Partial<ProfilesCheckpoint>, progress?: number) {
  const before = readCheckpoint(run.job.checkpoint);
  const checkpoint = JSON.stringify({ ...before, ...change } satisfies ProfilesCheckpoint);
  await run.update({ checkpoint, ...(progress === undefined ? {} : { progress }) });
}

/** @param order null if it is lost */
async function closeOrder({ run, ledger }: Fetching, order: ProfileOrder | null): Promise<void> {
  await run.step(async (trx, job) => {
    const before = readCheckpoint(job.checkpoint);
    const { booked } = before;
    if (booked !== null && order !== null) await ledger.settle(trx, booked, order.scraped);
    if (booked !== null && order === null) await ledger.fail(trx, booked);
    const checkpoint: ProfilesCheckpoint = { ...before, booked: null, orderId: order?.id ?? null };
    return { change: { checkpoint: JSON.stringify(checkpoint) } };
  });
}

/** Also finds an order whose confirmation a stopped run never received. */
async function findOwnOrder({ run, search }: Fetching): Promise<ProfileOrder | null> {
  const { orderId, booked } = readCheckpoint(run.job.checkpoint);
  if (orderId === null && booked === null) return null;
  const known = orderId && (await search.getOrder(orderId, run.signal).catch(nullIfMissing));
  const own = known || (await search.findOrder(orderName(run.job.id), run.signal));
  if (own !== null || orderId === null) return own;
  throw new JobFailure(`${search.name} hat den Auftrag ${orderId} nicht mehr.`);
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ProviderError && error.status === 404) return null;
  throw error;
}

/** Null if there is nothing to fetch, or the monthly ceiling is reached. */
async function placeOrder(fetching: Fetching): Promise<ProfileOrder | null> {
  const { run, search, ledger, params } = fetching;
  const limit = await findLimit(fetching);
  if (limit === 0) return null;
  const booked = ledger.newCall(run, search);
  await saveCheckpoint(run, { booked });
  const name = orderName(run.job.id);
  let failure: unknown;
  // An order that seems to fail may have arrived: it must not be paid twice.
  const order = async (attempt: number) => {
    const arrived = attempt > 1 ? await search.findOrder(name, run.signal) : null;
    if (arrived !== null) return arrived;
    if (attempt > ORDER_TRIES.retries) throw failure;
    try {
      return await search.startOrder({ name, searchUrl: params.searchUrl, limit }, run.signal);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    return await ledger.send(run.db, booked, { name: search.name, step: "order" }, () =>
      retryTransient(fetching, order, ORDER_TRIES),
    );
  } catch (error) {
    if (error instanceof ProviderError) await ledger.fail(run.db, booked);
    if (!(error instanceof CeilingReachedError)) throw error;
    await run.warn(error.message);
    return null;
  }
}

/** The least of request, hits, credit and daily limit. */
async function findLimit({ run, search, params }: Fetching): Promise<number> {
  const { credits, dailyLimits, unavailableReason } = await search.getAccount(run.signal);
  if (unavailableReason !== null) throw new JobFailure(unavailableReason);
  const { total, kind } = await search.countHits(params.searchUrl, run.signal);
  await run.update({ progress: 4 });
  if (total === 0) {
    await run.warn(`Die Suche hat bei ${search.name} keine Treffer.`);
    return 0;
  }
  if (credits === 0) throw new ProviderError(search.name, "no_credit", {});
  const perDay = dailyLimits[kind] ?? Number.POSITIVE_INFINITY;
  if (perDay === 0) {
    throw new JobFailure(
      `${search.name}: Das Tageslimit ist erreicht. Morgen noch einmal starten.`,
    );
  }
  const wanted = Math.min(params.count, total);
  const limit = Math.min(wanted, credits, perDay);
  if (limit < wanted) {
    const profiles = formatCount(limit, "Profil", "Profile");
    const reason = credits <= perDay ? "Das Guthaben reicht" : "Das Tageslimit reicht";
    await run.warn(
      `${search.name}: ${reason} für ${profiles}; gewünscht waren ${formatNumber(wanted)}.`,
    );
  }
  return limit;
}

function retryTransient<Answer>(
  { run, retrySpeed }: Fetching,
  ask: (attempt: number) => Promise<Answer>,
  { retries, pauseMs }: typeof ORDER_TRIES,
): Promise<Answer> {
  return pRetry(ask, {
    ...{ retries, factor: 1, minTimeout: pauseMs / retrySpeed, signal: run.signal },
    shouldRetry: ({ error }) => isTransient(error),
  });
}

/** Asks at growing intervals until `next` returns null. */
async function poll(
  fetching: Fetching,
  start: ProfileOrder,
  next: (order: ProfileOrder) => Promise<(() => Promise<ProfileOrder>) | null>,
): Promise<ProfileOrder> {
  const { run, retrySpeed } = fetching;
  let order = start;
  for (let waitMs = 0; ; waitMs = Math.max(POLL_MS.first, waitMs * POLL_MS.growth)) {
    const ask = await next(order);
    if (ask === null) return order;
    const pauseMs = Math.min(waitMs, POLL_MS.max) / retrySpeed;
    await delay(pauseMs, undefined, { signal: run.signal });
    order = await retryTransient(fetching, ask, OUTAGE_TRIES);
  }
}

async function awaitProfiles(fetching: Fetching, placed: ProfileOrder): Promise<ProfileOrder> {
  const { run, search } = fetching;
  const finished = await poll(fetching, placed, async ({ id, state, total, scraped }) => {
    if (state !== "running") return null;
    const share = total > 0 ? Math.min(1, scraped / total) : 0;
    await run.update({ progress: Math.round(ORDER_SHARE + (FETCH_SHARE - ORDER_SHARE) * share) });
    return () => search.getOrder(id, run.signal);
  });
  if (finished.state === "finished") return finished;
  throw new JobFailure(
    `${search.name} hat den Auftrag ${finished.id} nicht ausgeführt (Zustand „${finished.status}“). Mehr dazu steht im Konto bei ${search.name}.`,
  );
}

async function awaitFile(fetching: Fetching, finished: ProfileOrder): Promise<string> {
  const { run, search } = fetching;
  let failed = 0;
  const { file } = await poll(fetching, finished, async ({ id, file }) => {
    if (file.state === "ready" && file.url !== null) return null;
    if (file.state === "failed") failed += 1;
    if (failed > MAX_FAILED_FILES) {
      throw new JobFailure(
        `${search.name} konnte die Datei des Auftrags ${id} nicht erstellen. Mehr dazu steht im Konto bei ${search.name}.`,
      );
    }
    const isPending = file.state === "running";
    return () => (isPending ? search.getOrder(id, run.signal) : search.requestFile(id, run.signal));
  });
  await run.update({ progress: FETCH_SHARE + 2 });
  return file.url ?? "";
}
