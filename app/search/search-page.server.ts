import type { Db } from "~db/client";
import { findJob } from "../jobs/find-jobs.server";
import { countsOnlyNew, regionOf, requestedCount } from "../jobs/job";
import { DEFAULT_COUNT } from "../jobs/kinds/search-terms";
import type { StartServices } from "../jobs/kinds/start-job.server";
import { isOver, readResultsQuery } from "../jobs/progress/job-snapshot";
import { getJobSnapshot } from "../jobs/progress/read-snapshot.server";
import { MISSING_MODEL_KEY } from "../language-model/ask-model.server";
import { findListOptions } from "../leads/list/store-page.server";
import { loadGoal } from "../pipelines/pipeline-page.server";
import { findPastSearches, findSearchQueue } from "./search-history.server";
import type { SearchMode } from "./search-input";
import { SearchModeSchema } from "./search-schema";

type SearchPageServices = Pick<StartServices, "db" | "providers">;

/** Null for the direct search. */
export function readTab(searchParams: URLSearchParams): SearchMode | null {
  if (searchParams.get("art") !== "ki") return null;
  return SearchModeSchema.catch("custom").parse(searchParams.get("modus"));
}

/** Initial form values: from the address, else from the shown or repeated search. */
async function findValues(db: Db, searchParams: URLSearchParams) {
  const { was, wo } = Object.fromEntries(searchParams);
  if (was !== undefined || wo !== undefined) {
    return { query: was ?? "", region: wo ?? "", count: String(DEFAULT_COUNT), source: "google" };
  }
  const id = searchParams.get("von") ?? searchParams.get("job");
  const job = id === null ? undefined : await findJob(db, id);
  if (job === undefined) return null;
  const { query, params } = job;
  const source = String(params.source ?? "google");
  const goal = countsOnlyNew(job) ? "new" : "companies";
  return { query, region: regionOf(job) ?? "", count: String(requestedCount(job)), source, goal };
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
    past: await findPastSearches(db, tab ?? "custom"),
    modelUnavailableReason:
      tab === null || (await services.providers.languageModel()) !== null
        ? null
        : MISSING_MODEL_KEY,
    isFollowing: (snapshot !== null && !isOver(snapshot)) || queue?.isOver === false,
  };
}
