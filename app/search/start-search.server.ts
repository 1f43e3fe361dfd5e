import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { addSearchToHistory } from "~db/queries/search-history";
import type { JobRow } from "~db/schema";
import { MAPS_KEY, WEB_KEY } from "../jobs/kinds/registry";
import { planWebPart } from "../jobs/kinds/search-sources.server";
import {
  assertAvailable,
  assertSearchable,
  type QueuedBy,
  queueSearchJob,
  type SearchJobInput,
  type StartServices,
} from "../jobs/kinds/start-job.server";
import type { SearchKind } from "../pipelines/company-search/search-schema.server";
import { conflict } from "../refusal";
import { PAIR_COUNT, type SearchMode } from "./search-input";
import type { SearchInput, SearchPair } from "./search-schema";

/** `serpJob` searches the web for what exceeds the map's maximum. */
export interface StartedSearch {
  job: JobRow;
  serpJob: JobRow | null;
}

/** The goal „new“ implies `supplement`; `maps` and `web` search nothing else. */
type SearchRequest = SearchInput & { supplement?: boolean; enrich?: boolean; kind?: SearchKind };

interface SearchPlan {
  main: SearchJobInput;
  web: SearchJobInput | null;
}

async function planSearch(
  services: StartServices,
  { kind, enrich = true, supplement = false, ...input }: SearchRequest,
  isChecked: boolean,
): Promise<SearchPlan> {
  const alone = { ...input, enrich };
  if (kind === "web") {
    await assertAvailable(services, [WEB_KEY]);
    return { main: { kind, params: alone }, web: null };
  }
  const maps = await services.providers.maps(input.source);
  if (maps === null) throw conflict(MAPS_KEY.missing);
  if (isChecked) await assertSearchable(services.providers, input);
  // `false` tells a search of the map alone from one without a key for the web.
  if (kind === "maps" || input.source === "google-area") {
    return { main: { kind: "maps", params: { ...alone, supplement: false } }, web: null };
  }
  const requested = input.goal === "new" ? input.count : Math.min(input.count, maps.maxResults);
  const wantsMore = supplement || input.goal === "new";
  const goesOn = wantsMore && (await services.providers.webSearch()) !== null;
  const params = { ...alone, supplement: goesOn || undefined };
  const { job: web, warnings } = await planWebPart(services, params, requested);
  return { main: { kind: "maps", params, requested, warnings }, web };
}

async function queueSearch(
  trx: Db,
  { main, web }: SearchPlan,
  place: { mode: SearchMode; queueId: string | null },
  by: QueuedBy,
): Promise<StartedSearch> {
  const job = await queueSearchJob(trx, main, by);
  const serpJob = web && (await queueSearchJob(trx, { ...web, parentId: job.id }, by));
  const { query, region } = main.params;
  const entry = { id: uuid(), ...place, query, region, jobId: job.id, createdAt: by.now };
  await addSearchToHistory(trx, entry);
  return { job, serpJob };
}

/** @throws Refusal when a key is missing or the region is not a place */
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
