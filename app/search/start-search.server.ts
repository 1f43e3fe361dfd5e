import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { insertJob } from "~db/queries/jobs";
import { addSearchToHistory } from "~db/queries/search-history";
import type { JobRow } from "~db/schema";
import type { JobRunner } from "../jobs/job-runner.server";
import { MISSING_MAPS_KEY } from "../pipelines/maps/maps-pipeline.server";
import type { MapsProvider } from "../providers/maps-provider";
import type { SearchInput } from "./search-input";

/** A search can't begin until somebody has set something up; the message says what. */
export class SearchNotReadyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SearchNotReadyError";
  }
}

export interface SearchServices {
  db: Db;
  jobs: JobRunner;
  /** Null until a key is set. */
  mapsProvider: MapsProvider | null;
}

/** Why no search can begin, as a sentence; null when it can. */
export function searchObstacle(services: Pick<SearchServices, "mapsProvider">): string | null {
  return services.mapsProvider === null ? MISSING_MAPS_KEY : null;
}

/**
 * Queues the maps job of a search, with emails, and keeps the search in the history.
 *
 * @throws SearchNotReadyError
 */
export async function startSearch(
  services: SearchServices,
  input: SearchInput,
  actor: string,
): Promise<JobRow> {
  const obstacle = searchObstacle(services);
  if (obstacle !== null) throw new SearchNotReadyError(obstacle);
  const now = Date.now();
  const job = await services.db.transaction().execute(async (trx) => {
    const queued = await insertJob(trx, {
      id: uuid(),
      type: "maps",
      status: "queued",
      phase: "searching",
      requested: input.count,
      params: JSON.stringify({ ...input, enrich: true }),
      query: input.query,
      region: input.region,
      createdBy: actor,
      createdAt: now,
    });
    await addSearchToHistory(trx, {
      id: uuid(),
      mode: "custom",
      query: input.query,
      region: input.region,
      jobId: queued.id,
      createdAt: now,
    });
    return queued;
  });
  services.jobs.wake();
  return job;
}
