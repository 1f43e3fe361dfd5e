import type { Generated } from "kysely";
import type { Flag } from "./leads";

export type JobType = "maps" | "serp" | "csv" | "profiles" | "enrichment";

export type JobStatus = "queued" | "running" | "complete" | "failed" | "cancelled";

export type JobPhase = "searching" | "storing" | "emails" | "enriching" | "done";

export type SkipReason = "no_domain" | "platform" | "duplicate" | "closed" | "blocked";

export type EmailState =
  | "pending"
  | "found"
  | "risky"
  | "not_found"
  | "blacklisted"
  /** An address at another domain than that of the company: not taken over. */
  | "other_domain"
  | "failed";

/** What became of the website of a lead in a run that reads it. */
export type SiteState = "pending" | "read" | "unreadable" | "failed" | "recent";

/** What kept a job from searching on: how a provider failed, no key for it, or no call left this month. */
export type JobFailureKind =
  | "auth"
  | "forbidden"
  | "no_credit"
  | "rate_limited"
  | "bad_request"
  | "upstream"
  | "timeout"
  | "network"
  | "malformed"
  | "missing_key"
  | "ceiling";

export interface JobsTable {
  id: string;
  type: JobType;
  status: JobStatus;
  phase: JobPhase;
  /** 0–100, never falls. */
  progress: Generated<number>;
  found: Generated<number>;
  stored: Generated<number>;
  /** Of the stored ones: those the store did not hold before. */
  fresh: Generated<number>;
  requested: number;
  params: string;
  query: string;
  region: string | null;
  error: string | null;
  /** Null too where the program itself failed. */
  failureKind: JobFailureKind | null;
  warnings: Generated<string>;
  parentId: string | null;
  /** Written by the claim; every later write of the run compares it. */
  runToken: string | null;
  /** How often a start found this job running: after three it may be what stops the server. */
  interruptions: Generated<number>;
  cancelRequestedAt: number | null;
  /** JSON of the pipeline's own cursor, advanced in the transaction of each step. */
  checkpoint: string | null;
  /** Waits behind what a person starts. */
  isBackground: Generated<Flag>;
  /** Who started it. */
  createdBy: string;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
}

export interface JobResultsTable {
  jobId: string;
  position: number;
  leadSeq: number | null;
  domain: string | null;
  companyName: string | null;
  website: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  /** What was true when the search found the result. */
  isNew: Flag;
  skipReason: SkipReason | null;
  emailState: EmailState | null;
  /** Null where the run reads no website of it. */
  siteState: SiteState | null;
  /** The person a list or a profile names, or that was found for the company. */
  contactName: string | null;
  contactTitle: string | null;
  contactProfileUrl: string | null;
}

/** A file that a pipeline works through: companies whose contacts are looked for, or exported profiles. */
export interface UploadsTable {
  id: string;
  purpose: "contacts" | "profiles";
  fileName: string;
  /** JSON: { header: string[], rows: string[][], lines: number[] } */
  fileTable: string;
  createdAt: number;
  createdBy: string;
}

/** An uploaded list, kept while it is mapped and for as long as its import can be undone. */
export interface ImportsTable {
  id: string;
  fileName: string;
  /** JSON: { header: string[], rows: string[][] } */
  fileTable: string;
  /** JSON: for each column the field it goes to, or null. */
  mapping: string;
  jobId: string | null;
  createdAt: number;
  createdBy: string;
  undoneAt: number | null;
}
