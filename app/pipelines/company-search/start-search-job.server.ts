import type { Db } from "~db/client";
import type { JobRow } from "~db/schema";
import type { SearchParams } from "../../jobs/kinds/maps";
import { type QueuedBy, queueJob } from "../../jobs/kinds/queue-job.server";
import { JOB_KINDS } from "../../jobs/kinds/registry";
import { assertAvailable } from "../../jobs/kinds/unavailable-reason.server";
import type { JobRunner } from "../../jobs/runner/job-runner.server";
import type { Providers } from "../../providers/providers.server";

/** The kinds that search for companies by a term. */
type SearchJobKind = "maps" | "web";

/** What starting a job takes. */
export interface StartServices {
  db: Db;
  jobs: Pick<JobRunner, "wake">;
  providers: Providers;
}

/** A search that is to be queued. */
export interface SearchJobInput {
  kind: SearchJobKind;
  params: SearchParams;
  /** How many companies this job looks for; the count of its params where a second job has the rest. */
  requested?: number;
  parentId?: string;
  /** Waits behind what a person starts. */
  isBackground?: boolean;
  warnings?: readonly string[];
}

/** Queues a search. The caller wakes the runner once the transaction is committed. */
export async function queueSearchJob(
  trx: Db,
  { kind, params, requested = params.count, ...rest }: SearchJobInput,
  by: QueuedBy,
): Promise<JobRow> {
  const { query, region } = params;
  return queueJob(trx, kind, { params, query, region, requested, ...rest }, by);
}

/**
 * Starts a search of one pipeline.
 *
 * @throws Refusal
 */
export async function startSearchJob(
  services: StartServices,
  kind: SearchJobKind,
  params: SearchParams,
  actor: string,
): Promise<JobRow> {
  await assertAvailable(services, JOB_KINDS[kind].requires(params));
  const job = await queueSearchJob(services.db, { kind, params }, { actor, now: Date.now() });
  services.jobs.wake();
  return job;
}
