import type { Generated } from "kysely";
import type { Flag } from "./leads";

/** Kinds of jobs; each has its description in the jobs' room. */
export const JOB_KIND_NAMES = [
  "maps",
  "web",
  "contacts",
  "import",
  "profiles",
  "enrichment",
  "reading",
  "bulk",
  "register",
  "registerFile",
] as const;
export type JobKindName = (typeof JOB_KIND_NAMES)[number];

export const JOB_STATUSES = ["queued", "running", "complete", "failed", "cancelled"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const JOB_PHASES = ["searching", "storing", "emails", "enriching", "done"] as const;
export type JobPhase = (typeof JOB_PHASES)[number];

/**
 * `platform`: a portal, a medium or a page of many. `authority`: a chamber or an association, too. `in_trash`: the
 * company's lead lies in the Papierkorb, where it stays. `candidate`: the domain that was found does not fit the
 * company's name. `outside`: the company lies outside of the region.
 */
export const SKIP_REASONS = [
  "no_domain",
  "platform",
  "authority",
  "duplicate",
  "closed",
  "blocked",
  "in_trash",
  "candidate",
  "outside",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** `other_domain`: an address at another domain than that of the company, which is not taken over. */
export const EMAIL_STATES = [
  "pending",
  "found",
  "risky",
  "not_found",
  "blacklisted",
  "other_domain",
  "failed",
] as const;
export type EmailState = (typeof EMAIL_STATES)[number];

/** The state of a lead's website in a run that reads it. */
export const SITE_STATES = ["pending", "read", "unreadable", "failed", "recent"] as const;
export type SiteState = (typeof SITE_STATES)[number];

/**
 * The reason why a job could not go on: a provider failed, has no key, or no call left this month. `crashed`: the server
 * died again and again while it ran; started again, it goes on where it stood.
 */
export type JobFailureKind =
  | "auth"
  | "forbidden"
  | "no_credit"
  | "billing_off"
  | "day_quota"
  | "unknown_model"
  | "rate_limited"
  | "bad_request"
  | "upstream"
  | "timeout"
  | "network"
  | "malformed"
  | "missing_key"
  | "ceiling"
  | "crashed";

export interface JobsTable {
  id: string;
  kind: JobKindName;
  status: JobStatus;
  phase: JobPhase;
  /** 0–100, never falls. */
  progress: Generated<number>;
  found: Generated<number>;
  stored: Generated<number>;
  /** Stored ones that are new to the store. */
  fresh: Generated<number>;
  requested: number;
  params: string;
  query: string;
  region: string | null;
  error: string | null;
  /** Null too where the program itself failed. */
  failureKind: JobFailureKind | null;
  warnings: Generated<string>;
  /** A step's result as a German sentence. */
  note: string | null;
  parentId: string | null;
  /** Written by the claim; every later write of the run compares it. */
  runToken: string | null;
  /** Starts in a row that found it running, without a new checkpoint in between. */
  interruptions: Generated<number>;
  cancelRequestedAt: number | null;
  /** A queued job is not taken up before: the service that it needs asked for a pause. */
  resumeAt: number | null;
  /** JSON of the pipeline's own cursor, advanced in the transaction of each step. */
  checkpoint: string | null;
  /** Waits behind what a person starts. */
  isBackground: Generated<Flag>;
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
  /** True where the domain was new when the search found it. */
  isNew: Flag;
  skipReason: SkipReason | null;
  emailState: EmailState | null;
  /** Null where the run reads no website of it. */
  siteState: SiteState | null;
  /** The person a list or a profile names, or that was found for the company. */
  contactName: string | null;
  contactTitle: string | null;
  contactProfileUrl: string | null;
  /** JSON: website facts of a company outside of the region, until a user takes it over. */
  facts: string | null;
}

/** A file that a pipeline works through: companies to find contacts for, or exported profiles. */
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

export interface JobTables {
  imports: ImportsTable;
  jobs: JobsTable;
  jobResults: JobResultsTable;
  uploads: UploadsTable;
}
