import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { addSearchToHistory } from "~db/queries/search-history";
import type { JobRow } from "~db/schema";
import { MAPS_KEY } from "../jobs/kinds/registry";
import { planWebBeside } from "../jobs/kinds/search-sources.server";
import {
  assertRegion,
  type QueuedBy,
  queueSearchJob,
  type SearchJobInput,
  type StartServices,
} from "../jobs/kinds/start-job.server";
import { conflict } from "../refusal";
import { PAIR_COUNT, type SearchInput, type SearchMode, type SearchPair } from "./search-input";

/** The jobs of a search: the map, and the web beside it for what the map can't give. */
export interface StartedSearch {
  job: JobRow;
  serpJob: JobRow | null;
}

/** The search that is asked for; for new leads, and where a page asks, it goes on in the web by itself. */
export type BegunSearch = SearchInput & { supplement?: boolean };

interface SearchPlan {
  maps: SearchJobInput;
  web: Omit<SearchJobInput, "parentId"> | null;
}

/**
 * Asks for keys in the store: to be called before a transaction begins.
 *
 * @param isChecked whether the region is looked up, where the search goes by areas; else the job does it
 */
async function planSearch(
  services: StartServices,
  input: BegunSearch,
  isChecked: boolean,
): Promise<SearchPlan> {
  const maps = await services.providers.maps(input.source);
  if (maps === null) throw conflict(MAPS_KEY.missing);
  if (isChecked) await assertRegion(maps, input.region);
  const requested = input.goal === "new" ? input.count : Math.min(input.count, maps.maxResults);
  const goesOn = input.supplement === true || input.goal === "new";
  const supplement = goesOn && (await services.providers.webSearch()) !== null;
  const params = { ...input, enrich: true, supplement: supplement || undefined };
  const { job: web, warnings } = await planWebBeside(services, params, requested);
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

/**
 * Queues the jobs of a search, with emails, and keeps the search in the history. What is asked for beyond the map's
 * limit is looked for in the web at the same time; without a key for that, the maps job says so. What is missing then
 * is looked for once more, where the search goes on by itself.
 *
 * @param mode under which it stands in the history
 * @throws Refusal while the key of the chosen map is missing, or where the region is no place
 */
export async function startSearch(
  services: StartServices,
  input: BegunSearch,
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

/**
 * Queues several searches at once, all or none of them, each for the same number of companies.
 *
 * @returns the id that they share in the history
 */
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
