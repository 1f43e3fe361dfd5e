import type { SkipReason } from "~db/schema";
import type { ContactText } from "../../leads/lead";
import type { ListLead } from "../../leads/list/filters";
import { isFinished, type Job, type JobDetail, type JobResult } from "../job";
import { JOB_KINDS } from "../kinds/registry";
import type { JobCost } from "../ledger/cost.server";

/** Contact data with its display text and link. */
export type ResultView = Omit<JobResult, "phone" | "email"> & {
  phone: ContactText | null;
  email: ContactText | null;
  lead: ListLead | null;
  part: number;
  deletedLeadId: string | null;
  /** The job that left it out, if it can still become a lead. */
  adoptableIn: string | null;
};

export interface SkippedCount {
  reason: SkipReason;
  count: number;
}

type ResultTotals = Pick<Job, "found" | "stored" | "storedNew">;

export interface SupplementTerm {
  query: string;
  generated: boolean;
}

export interface JobSnapshot {
  job: Job;
  parts: Job[];
  followUps: Job[];
  /** Null until a supplement is started. */
  supplement: SupplementTerm | null;
  totals: ResultTotals;
  results: ResultView[];
  readAt: number;
  /** Grows with each read, even if the clock is set back. */
  order: number;
  page: number;
  skipped: SkippedCount[];
  cost: JobCost;
  withEmail: number | null;
  unreadable: number;
  /** Null for a search that does not walk an area. */
  area: JobDetail["area"];
}

export type AreaCount = NonNullable<JobSnapshot["area"]>;
export type RunJobs = Pick<JobSnapshot, "job" | "parts" | "followUps">;

/** Includes parts and follow-ups. */
export function isOver({ job, parts, followUps }: RunJobs): boolean {
  return [job, ...parts, ...followUps].every(isFinished);
}

/** A job that a restart would resume has not ended. */
const hasEnded = (job: Job) => isFinished(job) && !job.goesOn;
const progressOf = (job: Job) => (hasEnded(job) ? 100 : job.progress);

/** Web searches that a person added later have their own progress bars. */
export function splitRun({ job, parts, followUps }: RunJobs) {
  const supplement = parts.find(({ params }) => params.supplement === true);
  const beside = parts.filter((part) => part !== supplement && part.createdAt === job.createdAt);
  const initial = [job, ...beside];
  const own = [...initial, supplement ?? []].flat();
  const readingsOf = (one: Job) => followUps.filter(({ parentId }) => parentId === one.id);
  const later = parts
    .filter((part) => !own.includes(part))
    .map((part): RunJobs => ({ job: part, parts: [], followUps: readingsOf(part) }));
  return { initial, supplement, all: own.flatMap((one) => [one, ...readingsOf(one)]), later };
}

const SUPPLEMENT_SHARE = 0.3;

/**
 * Percent; never falls. Reading websites is a third of each search. The supplement's share is reserved from the start.
 */
export function wholeProgress(run: RunJobs): number {
  const { initial, supplement, all } = splitRun(run);
  if (all.every(hasEnded)) return 100;
  const withReading = (search: Job) => {
    if (!JOB_KINDS[search.kind].wantsReading(search.params)) return progressOf(search);
    const reading = run.followUps.find(({ parentId }) => parentId === search.id);
    const read = reading ? progressOf(reading) : hasEnded(search) ? 100 : 0;
    return (2 * progressOf(search) + read) / 3;
  };
  const searched = initial.reduce((sum, search) => sum + withReading(search), 0) / initial.length;
  if (run.job.params.supplement !== true || run.job.parentId !== null)
    return Math.min(99, Math.round(searched));
  // The supplement is queued in the step that ends the last search, or never.
  const isDecided = initial.every((search) => search.phase !== "searching" || hasEnded(search));
  const followed = supplement ? withReading(supplement) : isDecided ? 100 : 0;
  const whole = (1 - SUPPLEMENT_SHARE) * searched + SUPPLEMENT_SHARE * followed;
  return Math.min(99, Math.round(whole));
}

export interface FollowedJob {
  snapshot: JobSnapshot;
  /** Resolves when the page should ask again; null at the end. */
  next: Promise<null> | null;
}

export interface PipelineRuns {
  open: RunJobs[];
  past: Job[];
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
