import type { Db } from "~db/client";
import { findContinued, findJobs } from "~db/queries/jobs";
import type { JobKindName } from "~db/schema";
import type { Job } from "../job";
import { toJob } from "../job-json.server";
import { CHAIN_MS, ChangeBuffer, type JobFeed } from "./job-feed.server";
import { areSameRuns, type ChainedRuns, type PipelineRuns } from "./job-snapshot";

const PAGE_SIZE = 20;
/** Open runs that are shown; more wait in the queue. */
const MAX_OPEN = 50;

export async function findOpenRuns(db: Db, kinds: readonly JobKindName[]): Promise<Job[]> {
  return (await findJobs(db, { kinds, isOpen: true }, MAX_OPEN, 0)).jobs.map(toJob);
}

export async function findPipelineRuns(
  db: Db,
  kinds: readonly JobKindName[],
  page: number,
): Promise<PipelineRuns> {
  const filter = { kinds, isOpen: false };
  const findPage = (n: number) => findJobs(db, filter, PAGE_SIZE, (n - 1) * PAGE_SIZE);
  const [open, asked] = await Promise.all([findOpenRuns(db, kinds), findPage(page)]);
  const last = Math.max(1, Math.ceil(asked.total / PAGE_SIZE));
  const { jobs, total } = page > last ? await findPage(last) : asked;
  return {
    open,
    past: jobs.map(toJob),
    continued: await findContinued(
      db,
      jobs.map(({ id }) => id),
    ),
    total,
    page: Math.min(page, last),
    pageSize: PAGE_SIZE,
  };
}

/** Follows the open runs of some kinds until one of them ends, the chain's time is over, or nobody listens any more. */
export async function followPipelineRuns(
  { db, feed }: { db: Db; feed: JobFeed },
  kinds: readonly JobKindName[],
  signal: AbortSignal,
): Promise<ChainedRuns> {
  const first = await findOpenRuns(db, kinds);
  const ids = first.map(({ id }) => id);
  const changes = new ChangeBuffer(feed, ids, signal);
  const until = Date.now() + CHAIN_MS;

  function link(open: Job[]): ChainedRuns {
    if (open.length > 0 && areSameRuns(open, first)) return { open, next: nextLink(open) };
    changes.close();
    return { open, next: null };
  }

  async function nextLink(before: Job[]): Promise<ChainedRuns> {
    if ((await changes.next(until)) !== null) return link(await findOpenRuns(db, kinds));
    changes.close();
    return { open: before, next: null };
  }

  // What changed before anybody listened stands in the second look.
  return link(await findOpenRuns(db, kinds));
}
