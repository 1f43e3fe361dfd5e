import { z } from "zod";
import { formatCount, formatNumber } from "../../format/german";
import type { SearchedParams } from "../../jobs/kinds/job-params.server";
import {
  type BookedCall,
  type CallLedger,
  CeilingReachedError,
} from "../../jobs/ledger/call-ledger.server";
import { JobFailure, type JobRun } from "../../jobs/runner/job-run.server";
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
  wait(milliseconds: number): Promise<void>;
}

const TRIES = 3;
const MIN_WAIT_MS = 5_000;
/** Longer waits are not accepted. */
const MAX_WAIT_MS = 60_000;
/** Nothing was started, and a retry can't help. */
const FINAL = new Set(["auth", "forbidden", "no_credit"]);

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
  if (orderId !== null) {
    const order = await findOwnOrder(fetching, orderId);
    if (order !== null) return order;
    throw new JobFailure(`${search.name} hat den Auftrag ${orderId} nicht mehr.`);
  }
  // A stopped run may have ordered.
  const own = booked && (await search.findOrder(orderName(run.job.id), run.signal));
  return own === null ? startAnew(fetching, booked) : keepOrder(run, own, booked);
}

async function findOwnOrder({ run, search }: Fetching, id: string): Promise<ProfileOrder | null> {
  try {
    return await search.getOrder(id, run.signal);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.status !== 404) throw error;
    return search.findOrder(orderName(run.job.id), run.signal);
  }
}

async function keepOrder(
  run: JobRun,
  order: ProfileOrder,
  booked: BookedCall | null,
): Promise<ProfileOrder> {
  const before = readCheckpoint(run.job.checkpoint);
  const checkpoint: ProfilesCheckpoint = { ...before, booked, orderId: order.id };
  await run.update({ checkpoint: JSON.stringify(checkpoint), progress: 6 });
  return order;
}

async function startAnew(
  fetching: Fetching,
  earlier: BookedCall | null,
): Promise<ProfileOrder | null> {
  const { run, ledger } = fetching;
  const limit = await findLimit(fetching);
  if (limit === 0) return null;
  const booked = earlier ?? (await book(fetching));
  if (booked === null) return null;
  const checkpoint = { ...readCheckpoint(run.job.checkpoint), booked };
  await run.update({ checkpoint: JSON.stringify(checkpoint) });
  try {
    const placed = await ledger.send(run.db, booked, () => order(fetching, limit));
    return await keepOrder(run, placed, booked);
  } catch (error) {
    if (error instanceof ProviderError) await ledger.fail(run.db, booked);
    throw error;
  }
}

async function book({ run, search, ledger }: Fetching): Promise<BookedCall | null> {
  try {
    return await ledger.book(run, search, "order");
  } catch (error) {
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

/** Looks for the order before each retry, so that it is never paid twice. */
async function order(
  { run, search, params, wait }: Fetching,
  limit: number,
): Promise<ProfileOrder> {
  const name = orderName(run.job.id);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await search.startOrder({ name, searchUrl: params.searchUrl, limit }, run.signal);
    } catch (error) {
      if (!(error instanceof ProviderError) || FINAL.has(error.kind)) throw error;
      const waitMs = Math.max(MIN_WAIT_MS, error.retryAfterMs ?? 0);
      if (waitMs <= MAX_WAIT_MS) await wait(waitMs);
      const arrived = await search.findOrder(name, run.signal);
      if (arrived !== null) return arrived;
      const isHopeless = error.kind === "bad_request" || waitMs > MAX_WAIT_MS;
      if (isHopeless || attempt === TRIES) throw error;
    }
  }
}
