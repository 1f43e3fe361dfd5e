import type { Db } from "~db/client";
import { findQueueIdOfJob } from "~db/queries/search-history";
import { findJob } from "../jobs/find-jobs.server";
import { askedCount, regionOf } from "../jobs/job";
import type { StartServices } from "../jobs/kinds/start-job.server";
import { getJobSnapshot } from "../jobs/progress/follow-job.server";
import { isOver, readResultsQuery } from "../jobs/progress/job-snapshot";
import { MISSING_MODEL_KEY } from "../language-model/ask-model.server";
import { findPastSearches } from "./search-history.server";
import type { SearchMode } from "./search-input";
import { findOpenQueues, findSearchQueue } from "./search-queue.server";
import { SearchModeSchema } from "./search-schema.server";
import { findSupplement } from "./start-supplement.server";

type SearchPageServices = Pick<StartServices, "db" | "providers">;

/** Which tab an address is at: a mode with the language model, or null for the direct search. */
export function readTab(searchParams: URLSearchParams): SearchMode | null {
  if (searchParams.get("art") !== "ki") return null;
  return SearchModeSchema.catch("custom").parse(searchParams.get("modus"));
}

async function findShownJob(db: Db, searchParams: URLSearchParams) {
  const id = searchParams.get("job");
  const query = readResultsQuery(searchParams);
  if (id === null) {
    return { snapshot: null, isMissing: false, query, supplement: null, queueOfJob: null };
  }
  const [snapshot, supplement, queueOfJob] = await Promise.all([
    getJobSnapshot(db, id, query),
    findSupplement(db, id),
    findQueueIdOfJob(db, id),
  ]);
  const isMissing = snapshot === undefined;
  return { snapshot: snapshot ?? null, isMissing, query, supplement, queueOfJob };
}

/** The form of the direct search begins with the search that is shown or repeated. */
async function findValues(db: Db, searchParams: URLSearchParams) {
  const id = searchParams.get("von") ?? searchParams.get("job");
  const job = id === null ? undefined : await findJob(db, id);
  if (job === undefined) return null;
  const { query, params } = job;
  const source = String(params.source ?? "google");
  return { query, region: regionOf(job) ?? "", count: String(askedCount(job)), source };
}

export async function findSearchPage(services: SearchPageServices, searchParams: URLSearchParams) {
  const { db } = services;
  const queueId = searchParams.get("reihe");
  const [shown, values, queue] = await Promise.all([
    findShownJob(db, searchParams),
    findValues(db, searchParams),
    queueId === null ? undefined : findSearchQueue(db, queueId),
  ]);
  const tab = queue?.mode ?? readTab(searchParams);
  const isFollowing =
    (shown.snapshot !== null && !isOver(shown.snapshot)) || (queue !== undefined && !queue.isOver);
  return {
    ...shown,
    values,
    queue: queue ?? null,
    isMissing: shown.isMissing || (queueId !== null && queue === undefined),
    tab,
    openQueues: queue === undefined ? await findOpenQueues(db) : [],
    past: await findPastSearches(db, tab ?? "custom"),
    modelUnavailableReason:
      tab === null || (await services.providers.languageModel()) !== null
        ? null
        : MISSING_MODEL_KEY,
    isFollowing,
  };
}
