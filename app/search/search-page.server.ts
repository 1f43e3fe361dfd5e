import type { Db } from "~db/client";
import { findQueueId } from "~db/queries/search-history";
import { findJob } from "../jobs/find-jobs.server";
import { countsOnlyNew, regionOf, requestedCount } from "../jobs/job";
import type { StartServices } from "../jobs/kinds/start-job.server";
import { isOver, readResultsQuery } from "../jobs/progress/job-snapshot";
import { getJobSnapshot } from "../jobs/progress/read-snapshot.server";
import { MISSING_MODEL_KEY } from "../language-model/ask-model.server";
import { findListOptions } from "../leads/list/store-page.server";
import type { SearchKind } from "../pipelines/company-search/search-schema.server";
import { loadGoal } from "../pipelines/pipeline-page.server";
import { findPastSearches, findSearchQueue, searchedBy } from "./search-history.server";
import { SEARCH_SOURCES, type SearchMode } from "./search-input";
import { SearchModeSchema } from "./search-schema";

type SearchPageServices = Pick<StartServices, "db" | "providers">;

/** Null for the direct search. */
export function readTab(searchParams: URLSearchParams): SearchMode | null {
  if (searchParams.get("art") !== "ki") return null;
  return SearchModeSchema.catch("custom").parse(searchParams.get("modus"));
}

const PAST = 10;
const MAX_PAST = 200;

export interface SearchValues {
  query: string;
  region: string;
  kind: SearchKind;
  count?: string;
  source?: string;
  goal?: string;
  enrich?: boolean;
}

/** Initial form values: from the address, else from the shown or repeated search. */
async function findValues(db: Db, searchParams: URLSearchParams): Promise<SearchValues | null> {
  const { was = "", wo = "", quelle = "" } = Object.fromEntries(searchParams);
  const kind = SEARCH_SOURCES.get(quelle);
  if (was || wo || kind) {
    return { query: was, region: wo, kind };
  }
  const id = searchParams.get("von") ?? searchParams.get("job");
  const job = id === null ? undefined : await findJob(db, id);
  if (job === undefined) return null;
  return {
    query: job.query,
    region: regionOf(job) ?? "",
    kind: searchedBy(job),
    count: String(requestedCount(job)),
    source: String(job.params.source ?? "google"),
    goal: countsOnlyNew(job) ? "new" : "companies",
    enrich: job.params.enrich !== false,
  };
}

export async function findSearchPage(
  services: SearchPageServices,
  searchParams: URLSearchParams,
  person: string,
) {
  const { db } = services;
  const jobId = searchParams.get("job");
  const queueId = searchParams.get("reihe");
  const query = readResultsQuery(searchParams);
  const snapshot = (jobId && (await getJobSnapshot(db, jobId, query))) || null;
  const queue = (queueId && (await findSearchQueue(db, queueId))) || null;
  const tab = queue?.mode ?? readTab(searchParams);
  const isWhole = searchParams.has("aeltere");
  const past = await findPastSearches(db, tab ?? "custom", isWhole ? MAX_PAST : PAST + 1);
  return {
    snapshot,
    query,
    queue,
    tab,
    values: await findValues(db, searchParams),
    goal: await loadGoal(db, person),
    isMissing: Boolean(jobId && !snapshot) || (queueId !== null && queue === null),
    now: Date.now(),
    list: snapshot === null ? null : await findListOptions(db, person),
    /** Of the searches that the shown one was started with. */
    shownQueueId: (jobId && (await findQueueId(db, jobId))) || null,
    past: isWhole ? past : past.slice(0, PAST),
    hasOlder: !isWhole && past.length > PAST,
    modelUnavailableReason:
      tab === null || (await services.providers.languageModel()) !== null
        ? null
        : MISSING_MODEL_KEY,
    isFollowing: (snapshot !== null && !isOver(snapshot)) || queue?.isOver === false,
  };
}
