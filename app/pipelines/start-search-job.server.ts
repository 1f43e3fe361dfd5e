import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { insertJob } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import type { JobRunner } from "../jobs/job-runner.server";
import type { Providers } from "../providers/providers.server";
import { conflict } from "../refusal";
import { MISSING_MAPS_KEY } from "./maps/maps-pipeline.server";
import type { SearchParams } from "./search-companies.server";
import { MISSING_WEB_KEY } from "./serp/serp-pipeline.server";

/** The pipelines that search for companies by a term. */
export type SearchJobType = "maps" | "serp";

/** What starting a job takes. */
export interface StartServices {
  db: Db;
  jobs: Pick<JobRunner, "wake">;
  providers: Providers;
}

/** Why no search of a type can begin, as a sentence; null when it can. */
export async function searchJobObstacle(
  { providers }: Pick<StartServices, "providers">,
  type: SearchJobType,
): Promise<string | null> {
  if (type === "maps") return (await providers.maps()) === null ? MISSING_MAPS_KEY : null;
  return (await providers.webSearch()) === null ? MISSING_WEB_KEY : null;
}

/** A search that is to be queued. */
export interface SearchOrder {
  type: SearchJobType;
  params: SearchParams;
  /** How many companies this job looks for; the count of its params where a second job has the rest. */
  requested?: number;
  parentId?: string;
  /** Waits behind what a person starts. */
  isBackground?: boolean;
  warnings?: readonly string[];
}

/** Queues a search. Whoever commits the transaction wakes the runner. */
export async function queueSearchJob(
  trx: Db,
  {
    type,
    params,
    requested = params.count,
    parentId,
    isBackground = false,
    warnings = [],
  }: SearchOrder,
  by: { actor: string; now: number },
): Promise<JobRow> {
  return insertJob(trx, {
    id: uuid(),
    type,
    status: "queued",
    phase: "searching",
    requested,
    params: JSON.stringify(params),
    query: params.query,
    region: params.region === "" ? null : params.region,
    warnings: JSON.stringify(warnings),
    parentId: parentId ?? null,
    isBackground: isBackground ? 1 : 0,
    createdBy: by.actor,
    createdAt: by.now,
  });
}

/**
 * Starts a search of one pipeline.
 *
 * @throws Refusal
 */
export async function startSearchJob(
  services: StartServices,
  type: SearchJobType,
  params: SearchParams,
  actor: string,
): Promise<JobRow> {
  const obstacle = await searchJobObstacle(services, type);
  if (obstacle !== null) throw conflict(obstacle);
  const job = await queueSearchJob(services.db, { type, params }, { actor, now: Date.now() });
  services.jobs.wake();
  return job;
}
