import pRetry, { type Options } from "p-retry";
import { z } from "zod";
import { formatCount, formatNumber } from "../../format/german";
import type { SearchedParams } from "../../jobs/kinds/job-params.server";
import { type CallLedger, CeilingReachedError } from "../../jobs/ledger/call-ledger.server";
import { JobFailure, type JobRun } from "../../jobs/runner/job-run.server";
import { isPassing } from "../../providers/fetch/call-provider.server";
import type { ProfileOrder, ProfileSearch } from "../../providers/profile-search";
import { ProviderError } from "../../providers/provider-error";

const CheckpointSchema = z.object({
  booked: z
    .object({ id: z.string(), jobId: z.string(), provider: z.string(), month: z.string() })
    .nullable()
    .default(null),
  orderId: z.string().nullable().default(null),
  /** The next row, and rows that did not match the search. */
  next: z.int().default(0),
  unmatched: z.int().default(0),
  isStored: z.boolean().default(false),
});
export type ProfilesCheckpoint = z.infer<typeof CheckpointSchema>;

export function readCheckpoint(json: string | null): ProfilesCheckpoint {
  return CheckpointSchema.parse(JSON.parse(json ?? "{}"));
}

export interface Fetching {
  run: JobRun;
  search: ProfileSearch;
  ledger: CallLedger;
  params: SearchedParams;
  /** Divides waits; 1 outside tests. */
  retrySpeed: number;
}

/** Repeats what failed in passing. */
export function retrying(
  { run, retrySpeed }: Fetching,
  { retries, pauseMs }: { retries: number; pauseMs: number },
): Options {
  return {
    retries,
    factor: 1,
    minTimeout: pauseMs / retrySpeed,
    signal: run.signal,
    shouldRetry: ({ error }) => isPassing(error),
  };
}

const ORDER_TRIES = { retries: 2, pauseMs: 5_000 };

/** The order is found again by it. */
export function orderName(jobId: string): string {
  return `leadspeicher ${jobId}`;
}

/**
 * Orders cost by the profile, so an earlier order of the job is reused; null without anything to fetch.
 * @throws JobFailure when the account can't be used, or the order is lost
 */
export async function placeOrder(fetching: Fetching): Promise<ProfileOrder | null> {
  const { run, search } = fetching;
  const { orderId, booked, next } = readCheckpoint(run.job.checkpoint);
  // A cancelled job stands at its end.
  await run.update({ phase: next === 0 ? "searching" : "storing", progress: 2 });
  const known = orderId === null ? null : await findOrder(fetching, orderId);
  // A stopped run may have ordered.
  const mayExist = orderId !== null || booked !== null;
  const own = known ?? (mayExist && (await search.findOrder(orderName(run.job.id), run.signal)));
  if (own) return keepOrder(run, own);
  if (orderId === null) return startAnew(fetching);
  throw new JobFailure(`${search.name} hat den Auftrag ${orderId} nicht mehr.`);
}

async function findOrder({ run, search }: Fetching, id: string): Promise<ProfileOrder | null> {
  try {
    return await search.getOrder(id, run.signal);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.status !== 404) throw error;
    return null;
  }
}

async function keepOrder(run: JobRun, order: ProfileOrder): Promise<ProfileOrder> {
  const before = readCheckpoint(run.job.checkpoint);
  const checkpoint: ProfilesCheckpoint = { ...before, orderId: order.id };
  await run.update({ checkpoint: JSON.stringify(checkpoint), progress: 6 });
  return order;
}

async function startAnew(fetching: Fetching): Promise<ProfileOrder | null> {
  const { run, search, ledger, params } = fetching;
  const limit = await findLimit(fetching);
  if (limit === 0) return null;
  const before = readCheckpoint(run.job.checkpoint);
  const booked = ledger.newCall(run, search);
  await run.update({ checkpoint: JSON.stringify({ ...before, booked }) });
  const name = orderName(run.job.id);
  const start = () => search.startOrder({ name, searchUrl: params.searchUrl, limit }, run.signal);
  // An order that seems to fail may have arrived: it must not be paid twice.
  const order = async (attempt: number) =>
    (attempt > 1 && (await search.findOrder(name, run.signal))) || start();
  try {
    const placed = await ledger.send(run.db, booked, { name: search.name, step: "order" }, () =>
      pRetry(order, retrying(fetching, ORDER_TRIES)),
    );
    return await keepOrder(run, placed);
  } catch (error) {
    if (error instanceof ProviderError) {
      const mayHaveArrived = !["auth", "forbidden", "no_credit"].includes(error.kind);
      const arrived =
        mayHaveArrived && (await search.findOrder(name, run.signal).catch(() => null));
      if (arrived) return keepOrder(run, arrived);
      await ledger.fail(run.db, booked);
    }
    if (!(error instanceof CeilingReachedError)) throw error;
    await run.warn(error.message);
    return null;
  }
}

/** Limited by request, hits, credit and day. */
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
