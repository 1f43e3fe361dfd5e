import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { addSearchToHistory } from "~db/queries/search-history";
import type { JobRow } from "~db/schema";
import { MAPS_KEY } from "../jobs/kinds/registry";
import { planWebPart } from "../jobs/kinds/search-sources.server";
import {
  assertRegion,
  type QueuedBy,
  queueSearchJob,
  type SearchJobInput,
  type StartServices,
} from "../jobs/kinds/start-job.server";
import { conflict } from "../refusal";
import { PAIR_COUNT, type SearchMode } from "./search-input";
import type { SearchInput, SearchPair } from "./search-schema";

/** `serpJob` searches the web for what exceeds the map's maximum. */
export interface StartedSearch {
  job: JobRow;
  serpJob: JobRow | null;
}

/** The goal „new“ implies `supplement`. */
type SearchRequest = SearchInput & { supplement?: boolean };

interface SearchPlan {
  maps: SearchJobInput;
  web: SearchJobInput | null;
}

async function planSearch(
  services: StartServices,
  input: SearchRequest,
  isChecked: boolean,
): Promise<SearchPlan> {
  const maps = await services.providers.maps(input.source);
  if (maps === null) throw conflict(MAPS_KEY.missing);
  if (isChecked) await assertRegion(maps, input.region);
  const requested = input.goal === "new" ? input.count : Math.min(input.count, maps.maxResults);
  const wantsSupplement = input.supplement === true || input.goal === "new";
  const supplement = wantsSupplement && (await services.providers.webSearch()) !== null;
  const params = { ...input, enrich: true, supplement: supplement || undefined };
  const { job: web, warnings } = await planWebPart(services, params, requested);
  return { maps: { kind: "maps", params, requested, warnings }, web };
}

async function queueSearch(
  trx: Db,
  { maps, web }: SearchPlan,
  place: { mode: SearchMode; queueId: string | null },
  by: QueuedBy,
): Promise<StartedSearch> {
  const job = await queueSearchJob(trx, maps, by);
  const serpJob = web && (await queueSearchJob(trx, { ...web, parentId: job.id }, by));
  const { query, region } = maps.params;
  const entry = { id: uuid(), ...place, query, region, jobId: job.id, createdAt: by.now };
  await addSearchToHistory(trx, entry);
  return { job, serpJob };
}

/** @throws Refusal when the chosen map's key is missing or the region is not a place */
export async function startSearch(
  services: StartServices,
  input: SearchRequest,
  actor: string,
  mode: SearchMode = "custom",
): Promise<StartedSearch> {
  const plan = await planSearch(services, input, true);
  const by = { actor, now: Date.now() };
  const started = await services.db
    .transaction()
    .execute((trx) => queueSearch(trx, plan, { mode, queueId: null }, by));
  services.jobs.wake();
  return started;
}

/** Queues all searches or none. */
export async function startSearchQueue(
  services: StartServices,
  { mode, pairs, goal }: Pick<SearchInput, "goal"> & { mode: SearchMode; pairs: SearchPair[] },
  actor: string,
): Promise<string> {
  const plans: SearchPlan[] = [];
  for (const { query, region } of pairs) {
    const input = { query, region, count: PAIR_COUNT, goal, supplement: true };
    plans.push(await planSearch(services, input, false));
  }
  const by = { actor, now: Date.now() };
  const queueId = uuid();
  await services.db.transaction().execute(async (trx) => {
    for (const plan of plans) await queueSearch(trx, plan, { mode, queueId }, by);
  });
  services.jobs.wake();
  return queueId;
}
