import type { SkipReason } from "~db/schema";
import type { ContactText } from "../../leads/lead";
import { isFinished, type Job, type JobResult } from "../job";

/** A job's result as pages show it: contact data as people read them, with the address that a link opens. */
export type ResultView = Omit<JobResult, "phone" | "email"> & {
  phone: ContactText | null;
  email: ContactText | null;
  /** Index of the job that found it, among those shown together. */
  part: number;
  /** The id of its lead in the Papierkorb, where that lies there. */
  deletedLeadId: string | null;
  /** The job of a result that was left out, but can be taken as a lead all the same. */
  adoptableIn: string | null;
};

export interface SkippedCount {
  reason: SkipReason;
  count: number;
}

type ResultTotals = Pick<Job, "found" | "stored" | "storedNew">;

export interface UsageByName {
  name: string;
  calls: number;
  billed: number;
  saved: number;
}

/** A job and its parts at one moment, with the results that came or changed since the moment before. */
export interface JobSnapshot {
  job: Job;
  parts: Job[];
  followUps: Job[];
  /** Of all of them together, each company counted once. */
  totals: ResultTotals;
  results: ResultView[];
  /** The page of the results, from 1: the one asked for, or the last where there are fewer. */
  page: number;
  /** The results are all of the page; otherwise they are merged into those before. */
  isWhole: boolean;
  skipped: SkippedCount[];
  usage: UsageByName[];
}

/** The jobs of one run. */
export type RunJobs = Pick<JobSnapshot, "job" | "parts" | "followUps">;

/** Whether nothing of a search waits or runs any more: itself, its parts, and what follows from them. */
export function isOver({ job, parts, followUps }: RunJobs): boolean {
  return [job, ...parts, ...followUps].every(isFinished);
}

/** A snapshot and the promise of the next; null ends the chain: ask again unless all is finished. */
export interface ChainedSnapshot extends JobSnapshot {
  next: Promise<ChainedSnapshot> | null;
}

/** The runs of a pipeline: those under way or waiting, and a page of those that have ended, newest first. */
export interface PipelineRuns {
  open: Job[];
  past: Job[];
  /** Ids of the past ones of which something that belongs to them still waits or runs. */
  continued: string[];
  total: number;
  page: number;
  pageSize: number;
}

/** The open runs of a pipeline and the promise of their next state; null ends the chain: load the page anew. */
export interface ChainedRuns {
  open: Job[];
  next: Promise<ChainedRuns> | null;
}

export interface ResultsQuery {
  selection: "stored" | "new" | "skipped" | "outside";
  page: number;
}

export const RESULTS_PER_PAGE = 100;

/** How many results each selection has. */
export function countResults({ totals, skipped }: Pick<JobSnapshot, "totals" | "skipped">) {
  const outside = skipped.find(({ reason }) => reason === "outside")?.count ?? 0;
  const { found, stored, storedNew } = totals;
  return { stored, new: storedNew, outside, skipped: found - stored - outside };
}

const VIEWS = { skipped: "uebersprungen", outside: "ausserhalb" };

export function readResultsQuery(searchParams: URLSearchParams): ResultsQuery {
  const page = searchParams.get("page") ?? "1";
  const view = searchParams.get("ansicht");
  const left = view === VIEWS.skipped ? "skipped" : view === VIEWS.outside ? "outside" : "stored";
  return {
    selection: searchParams.get("onlyNew") === "true" ? "new" : left,
    page: /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1,
  };
}

export function resultsQueryParams({ selection, page }: ResultsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (selection === "new") params.set("onlyNew", "true");
  if (selection === "skipped" || selection === "outside") params.set("ansicht", VIEWS[selection]);
  if (page > 1) params.set("page", String(page));
  return params;
}

/** Compares ids: where more runs are open than shown, one that ends gives its place to another. */
export function areSameRuns(some: readonly Job[], others: readonly Job[]): boolean {
  return some.map(({ id }) => id).join() === others.map(({ id }) => id).join();
}
