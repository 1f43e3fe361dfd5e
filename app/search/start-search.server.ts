import { v7 as uuid } from "uuid";
import { addSearchToHistory } from "~db/queries/search-history";
import type { JobRow } from "~db/schema";
import { MISSING_MAPS_KEY } from "../pipelines/maps/maps-pipeline.server";
import { NotReadyError } from "../pipelines/not-ready-error";
import {
  queueSearchJob,
  type StartServices,
  searchJobObstacle,
} from "../pipelines/start-search-job.server";
import { planWebRest } from "../pipelines/web-rest.server";
import type { SearchInput } from "./search-input";

/** The jobs of a search: the map, and the web beside it for what the map can't give. */
export interface StartedSearch {
  job: JobRow;
  serpJob: JobRow | null;
}

/** Why no search can begin, as a sentence; null when it can. */
export async function searchObstacle(
  services: Pick<StartServices, "providers">,
): Promise<string | null> {
  return searchJobObstacle(services, "maps");
}

/**
 * Queues the jobs of a search, with emails, and keeps the search in the history. What is asked for beyond the map's
 * limit is looked for in the web at the same time; without a key for that, the maps job says so.
 *
 * @throws NotReadyError
 */
export async function startSearch(
  services: StartServices,
  input: SearchInput,
  actor: string,
): Promise<StartedSearch> {
  const maps = await services.providers.maps();
  if (maps === null) throw new NotReadyError(MISSING_MAPS_KEY);
  const requested = Math.min(input.count, maps.maxResults);
  const params = { ...input, enrich: true };
  const { order, warnings } = await planWebRest(services, params, requested);
  const by = { actor, now: Date.now() };
  const started = await services.db.transaction().execute(async (trx) => {
    const job = await queueSearchJob(trx, { type: "maps", params, requested, warnings }, by);
    const serpJob = order && (await queueSearchJob(trx, { ...order, parentId: job.id }, by));
    await addSearchToHistory(trx, {
      id: uuid(),
      mode: "custom",
      query: input.query,
      region: input.region,
      jobId: job.id,
      createdAt: by.now,
    });
    return { job, serpJob };
  });
  services.jobs.wake();
  return started;
}
