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

export interface SupplementTerm {
  query: string;
  /** It is the language model's. */
  generated: boolean;
  /** The language model answered, though perhaps with nothing of use. */
  isAnswered: boolean;
}

/** A job and its parts at one moment, with a page of the results. */
export interface JobSnapshot {
  job: Job;
  parts: Job[];
  followUps: Job[];
  /** The term with which a search on the map goes on in the web; null while it does not. */
  supplement: SupplementTerm | null;
  /** Of all of them together, each company counted once. */
  totals: ResultTotals;
  results: ResultView[];
  /** When it was read, in milliseconds UTC. */
  readAt: number;
  /** Higher than that of every earlier read, also where the clock was set back. */
  order: number;
  /** The page of the results, from 1: the one asked for, or the last where there are fewer. */
  page: number;
  skipped: SkippedCount[];
  cost: JobCost;
  /** Of those stored; null while the run goes on, and where nobody asks. */
  withEmail: number | null;
  /** Websites that the job could not read. */
  unreadable: number;
}

/** The jobs of one run: parts and follow-ups in the order they were started. */
export type RunJobs = Pick<JobSnapshot, "job" | "parts" | "followUps">;

/** Whether nothing of a search waits or runs any more: itself, its parts, and what follows from them. */
export function isOver({ job, parts, followUps }: RunJobs): boolean {
  return [job, ...parts, ...followUps].every(isFinished);
}

/** A job that goes on where it stood when it is started again is not at its end. */
const hasEnded = (job: Job) => isFinished(job) && !job.goesOn;
const progressOf = (job: Job) => (hasEnded(job) ? 100 : job.progress);

/** The jobs that a run's bar tells of, and those searches in the web that a person began later, with bars of their own. */
export function splitRun({ job, parts, followUps }: RunJobs) {
  const supplement = parts.find(({ params }) => params.supplement === true);
  const beside = parts.filter((part) => part !== supplement && part.createdAt === job.createdAt);
  const begun = [job, ...beside];
  const own = [...begun, supplement ?? []].flat();
  const readingsOf = (one: Job) => followUps.filter(({ parentId }) => parentId === one.id);
  const later = parts
    .filter((part) => !own.includes(part))
    .map((part): RunJobs => ({ job: part, parts: [], followUps: readingsOf(part) }));
  return { begun, supplement, all: own.flatMap((one) => [one, ...readingsOf(one)]), later };
}

/** The part of a run that the search takes which may follow by itself. */
const SUPPLEMENT_SHARE = 0.3;

/**
 * How far a run is as a whole, in per cent; it never falls. What may follow is known at the start and has its share from
 * then on: the reading of websites a third of each search, the supplement that begins by itself its own. What a person
 * begins later takes nothing from it.
 */
export function wholeProgress(run: RunJobs): number {
  const { begun, supplement, all } = splitRun(run);
  if (all.every(hasEnded)) return 100;
  const withReading = (search: Job) => {
    if (!JOB_KINDS[search.kind].wantsReading(search.params)) return progressOf(search);
    const reading = run.followUps.find(({ parentId }) => parentId === search.id);
    const read = reading ? progressOf(reading) : hasEnded(search) ? 100 : 0;
    return (2 * progressOf(search) + read) / 3;
  };
  const searched = begun.reduce((sum, search) => sum + withReading(search), 0) / begun.length;
  if (run.job.params.supplement !== true || run.job.parentId !== null)
    return Math.min(99, Math.round(searched));
  // Queued in the step with which the last search ends, or never.
  const isDecided = begun.every((search) => search.phase !== "searching" || hasEnded(search));
  const followed = supplement ? withReading(supplement) : isDecided ? 100 : 0;
  const whole = (1 - SUPPLEMENT_SHARE) * searched + SUPPLEMENT_SHARE * followed;
  return Math.min(99, Math.round(whole));
}

/** What a page that follows a job is told. */
export interface FollowedJob {
  snapshot: JobSnapshot;
  /** Resolves when it is time to ask again; null where nothing more is to come. */
  next: Promise<null> | null;
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
