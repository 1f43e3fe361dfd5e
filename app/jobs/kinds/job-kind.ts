import type { JobKindName, JobPhase, SourceType } from "~db/schema";

export const JOB_TYPES = [
  "maps",
  "serp",
  "csv",
  "profiles",
  "enrichment",
  "bulk",
  "register",
] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** A condition for starting a job, with the sentence shown while it is not met. */
export type Requirement =
  | { provider: "maps" | "webSearch" | "emails" | "profiles"; missing: string }
  | { confirmation: string; missing: string };

export interface JobKind<Params = unknown> {
  type: JobType;
  title: string;
  phases: readonly [JobPhase, ...JobPhase[]];
  isLocal?: boolean;
  results: "companies" | "rows" | "leads";
  hasPersons: boolean;
  /** Null where it finds nothing new. */
  source: SourceType | null;
  /** True where a result's position is its row in the file. */
  isInFileOrder?(params: Readonly<Record<string, unknown>>, found: number): boolean;
  continuesAs?: JobKindName;
  formAddress?(jobId: string): string;
  requires(params: Params): readonly Requirement[];
  /** Explains why it can't be repeated; null where it can. */
  repeatRefusal: string | null;
  wantsReading(params: Params): boolean;
}
