import type { Generated } from "kysely";
import type { Flag } from "./leads";

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
 * `platform`: portals, media and shared pages. `authority`: also chambers and associations.
 * `candidate`: the domain does not fit the company's name. `outside`: outside of the region.
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

/** `other_domain`: the address is not at the company's domain, which a person has to check. */
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

export const SITE_STATES = ["pending", "read", "unreadable", "failed", "recent"] as const;
export type SiteState = (typeof SITE_STATES)[number];

/** `crashed`: the server died repeatedly while the job ran; started again, it continues from its checkpoint. */
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

export interface JobTables {
  imports: {
    id: string;
    fileName: string;
    fileTable: string;
    /** JSON: { fields: (string | null)[], tag: string | null }; a field per column. */
    mapping: string;
    jobId: string | null;
    createdAt: number;
    createdBy: string;
    undoneAt: number | null;
  };
  jobs: {
    id: string;
    kind: JobKindName;
    status: JobStatus;
    phase: JobPhase;
    /** 0–100, never falls. */
    progress: Generated<number>;
    found: Generated<number>;
    stored: Generated<number>;
    /** Stored leads that are new to the store. */
    fresh: Generated<number>;
    requested: number;
    params: string;
    query: string;
    region: string | null;
    error: string | null;
    /** Also null when the program itself failed. */
    failureKind: JobFailureKind | null;
    warnings: Generated<string>;
    /** A German sentence about a step's result. */
    note: string | null;
    parentId: string | null;
    /** Every write of a run compares it. */
    runToken: string | null;
    /** Starts in a row without a new checkpoint. */
    interruptions: Generated<number>;
    cancelRequestedAt: number | null;
    /** A provider asked for a pause until this time. */
    resumeAt: number | null;
    /** JSON of the pipeline's cursor; each step advances it in its transaction. */
    checkpoint: string | null;
    /** Waits behind jobs that people start. */
    isBackground: Generated<Flag>;
    createdBy: string;
    createdAt: number;
    startedAt: number | null;
    finishedAt: number | null;
  };
  jobResults: {
    jobId: string;
    position: number;
    leadSeq: number | null;
    domain: string | null;
    companyName: string | null;
    website: string | null;
    phone: string | null;
    address: string | null;
    city: string | null;
    /** The domain was new when the search found it. */
    isNew: Flag;
    skipReason: SkipReason | null;
    emailState: EmailState | null;
    siteState: SiteState | null;
    /** A list, a profile or the email finder names this person. */
    contactName: string | null;
    contactTitle: string | null;
    contactProfileUrl: string | null;
    /** JSON: website facts of a company outside of the region. */
    facts: string | null;
  };
  areaCells: {
    jobId: string;
    /** Quarters within quarters of the area, from the south-west: „031“; empty for the whole area. */
    path: string;
    /** JSON: south, west, north, east. */
    box: string;
    /** JSON: the ids found there. */
    placeIds: string;
    /** Its quarters are walked, since more may lie there than one search tells. */
    isSplit: Flag;
  };
  /** Places of Google that walks bought, whatever became of them. */
  placeIds: {
    id: string;
    /** Empty, or the folded region that the place lies outside of. */
    region: string;
  };
  uploads: {
    id: string;
    purpose: "contacts" | "profiles";
    fileName: string;
    /** JSON: { header: string[], rows: string[][], lines: number[] } */
    fileTable: string;
    createdAt: number;
    createdBy: string;
  };
}
