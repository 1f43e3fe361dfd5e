import type { SkipReason } from "~db/schema";
import type { ContactText } from "../../leads/lead";
import type { ListLead } from "../../leads/list/lead-filters";
import { isFinished, type Job, type JobResult } from "../job";
import { JOB_KINDS } from "../kinds/registry";
import type { JobCost } from "../ledger/cost.server";

/** A job's result as pages show it: contact data as people read them, with the address that a link opens. */
export type ResultView = Omit<JobResult, "phone" | "email"> & {
  phone: ContactText | null;
  email: ContactText | null;
  /** Its lead as a list shows it; null where there is none. */
  lead: ListLead | null;
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

/** A job and its parts at one moment, with the results that came or changed since the moment before. */
export interface JobSnapshot {
  job: Job;
  parts: Job[];
  followUps: Job[];
  /** Of all of them together, each company counted once. */
  totals: ResultTotals;
  results: ResultView[];
  /** When it was read, in milliseconds UTC. */
  readAt: number;
  /** The page of the results, from 1: the one asked for, or the last where there are fewer. */
  page: number;
  /** The results are all of the page; otherwise they are merged into those before. */
  isWhole: boolean;
  skipped: SkippedCount[];
  cost: JobCost;
  /** Of those stored; null while the run goes on, and where nobody asks. */
  withEmail: number | null;
}

/** The jobs of one run. */
export type RunJobs = Pick<JobSnapshot, "job" | "parts" | "followUps">;

/** Whether nothing of a search waits or runs any more: itself, its parts, and what follows from them. */
export function isOver({ job, parts, followUps }: RunJobs): boolean {
  return [job, ...parts, ...followUps].every(isFinished);
}

const mean = (jobs: readonly Job[], count = jobs.length) =>
  jobs.reduce((sum, job) => sum + (isFinished(job) ? 100 : job.progress), 0) / Math.max(1, count);

/** How far a run is as a whole, in per cent: of a search whose websites are read, its reading is a third. */
export function wholeProgress(run: RunJobs): number {
  if (isOver(run)) return 100;
  const { job, parts, followUps } = run;
  const searched = mean([job, ...parts]);
  if (followUps.length === 0 && !JOB_KINDS[job.kind].wantsReading(job.params)) {
    return Math.round(searched);
  }
  const read = mean(followUps, Math.max(followUps.length, 1 + parts.length));
  return Math.min(99, Math.round((2 * searched + read) / 3));
}

/** Tells the bars of a run apart from those that it had before a further search joined it, and made it longer. */
export function runKey({ job, parts }: Pick<RunJobs, "job" | "parts">): string {
  return [job.id, ...parts.map(({ id }) => id)].join();
}

/** A state of a job in a chain of them. */
export interface ChainLink {
  /** The {@link JobSnapshot} as JSON, which is written once for all pages that follow; null where time ended the chain. */
  snapshot: string | null;
  /** Null ends the chain: ask again unless all is finished. */
  next: Promise<ChainLink> | null;
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
