import type { SkipReason } from "~db/schema";
import type { ContactText } from "../../leads/lead";
import type { Job, JobResult } from "../job";

/** A job's result as pages show it: contact data as people read them, with the address that a link opens. */
export type ResultView = Omit<JobResult, "phone" | "email"> & {
  phone: ContactText | null;
  email: ContactText | null;
  /** Index of the job that found it, among those shown together. */
  part: number;
};

export interface SkippedCount {
  reason: SkipReason;
  count: number;
}

export type ResultTotals = Pick<Job, "found" | "stored" | "storedNew">;

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

/** A snapshot and the promise of the next; null ends the chain: ask again unless all is finished. */
export interface ChainedSnapshot extends JobSnapshot {
  next: Promise<ChainedSnapshot> | null;
}

/** The runs of a pipeline: those under way or waiting, and a page of those that have ended, newest first. */
export interface PipelineRuns {
  open: Job[];
  past: Job[];
  total: number;
  page: number;
  pageSize: number;
}

/** The open runs of a pipeline and the promise of their next state; null ends the chain: load the page anew. */
export interface ChainedRuns {
  open: Job[];
  next: Promise<ChainedRuns> | null;
}
