import { z } from "zod";
import type { Db } from "~db/client";
import { findSearchJobs, getJob } from "~db/queries/jobs";
import {
  findQueuedJobs,
  findSearches,
  findUnkeptSearches,
  getSearch,
} from "~db/queries/search-history";
import type { SearchHistoryRow } from "~db/schema";
import { isoTime } from "../format/iso-time";
import { findRun, toJobs } from "../jobs/find-jobs.server";
import { type Job, requestedCount } from "../jobs/job";
import { toJob } from "../jobs/job-json.server";
import { describeSource } from "../jobs/job-words";
import { searchParamsOf } from "../jobs/kinds/job-params.server";
import { DEFAULT_COUNT } from "../jobs/kinds/search-terms";
import type { StartServices } from "../jobs/kinds/start-job.server";
import { isOver } from "../jobs/progress/job-snapshot";
import { RegionSchema, type SearchKind } from "../pipelines/company-search/search-schema.server";
import { conflict, notFound } from "../refusal";
import { SEARCH_MODES, type SearchMode } from "./search-input";
import { type StartedSearch, startSearch } from "./start-search.server";

export const HistoryEntrySchema = z
  .object({
    id: z.string(),
    mode: z.enum(SEARCH_MODES),
    query: z.string(),
    region: z.string().describe("Leer, wo keine angegeben ist"),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "SearchHistoryEntry" });

export function toHistoryEntry({ id, mode, query, region, createdAt }: SearchHistoryRow) {
  return { id, mode, query, region, createdAt: isoTime(createdAt) };
}

/** Names the source of a search that no form began, or that looks like another. */
export async function findPastSearches(db: Db, mode: SearchMode, limit: number) {
  const kept = await findSearches(db, mode, limit);
  const others = mode === "custom" ? await findUnkeptSearches(db, Math.ceil(limit / 2)) : [];
  const rows = [...kept, ...others]
    .sort((one, other) => other.createdAt - one.createdAt)
    .slice(0, limit);
  const ids = rows.flatMap(({ jobId }) => jobId ?? []);
  const found = await toJobs(db, await findSearchJobs(db, ids));
  return rows.map(({ id, query, region, jobId, queueId, createdAt }) => {
    const job = found.find((one) => one.id === jobId);
    const parts = found.filter(({ parentId }) => parentId !== null && parentId === jobId);
    const isNamed =
      others.some((one) => one.id === id) ||
      rows.some((one) => one.id !== id && one.query === query && one.region === region);
    return {
      ...{ id, query, region, jobId, queueId, createdAt: isoTime(createdAt) },
      status: job?.status ?? null,
      isMap: job?.kind === "maps",
      jobs:
        job === undefined ? [] : [job, ...parts].map(({ id, storedNew }) => ({ id, storedNew })),
      source: job && isNamed ? describeSource(job, parts) : null,
    };
  });
}
export type PastSearch = Awaited<ReturnType<typeof findPastSearches>>[number];

/** Searches that were started together. */
export async function findSearchQueue(db: Db, id: string) {
  const rows = await findQueuedJobs(db, id);
  const [first] = rows;
  if (first === undefined) return undefined;
  const runs = await Promise.all(rows.map((row) => findRun(db, row)));
  return { id, mode: first.mode, runs, isOver: runs.every(isOver) };
}
export type SearchQueue = NonNullable<Awaited<ReturnType<typeof findSearchQueue>>>;

export function searchedBy({ kind, params }: Pick<Job, "kind" | "params">): SearchKind {
  return kind === "web" ? kind : params.supplement === false ? "maps" : "search";
}

/** @throws Refusal if the search is unknown or lacks a region */
export async function repeatSearch(
  services: StartServices,
  id: string,
  actor: string,
): Promise<StartedSearch> {
  const entry = await getSearch(services.db, id);
  if (entry === undefined) throw notFound();
  const row = entry.jobId === null ? undefined : await getJob(services.db, entry.jobId);
  const { query, region, mode } = entry;
  const job = row && toJob(row);
  const kind = job && searchedBy(job);
  if (kind !== "web" && !RegionSchema.safeParse(region).success)
    throw conflict("Dieser Suche fehlt die Region. Oben eingeben, was und wo gesucht wird.");
  const { goal, enrich, source } = row ? searchParamsOf(row) : {};
  const count = job ? requestedCount(job) : DEFAULT_COUNT;
  // A program's run did not go on in the web, so its repetition must not pay for that.
  const supplement = entry.id !== entry.jobId;
  const input = { query, region, count, goal, enrich, source, kind, supplement };
  return startSearch(services, input, actor, mode);
}
