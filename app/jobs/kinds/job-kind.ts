import type { JobKindName, JobPhase, SourceType } from "~db/schema";

/** The API's words for what a job does. */
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

/** A condition for starting a job, and the sentence that says so while it is not met. */
export type Requirement =
  | { provider: "maps" | "webSearch" | "emails" | "profiles"; missing: string }
  | { confirmation: string; missing: string };

export interface JobKind<Params = unknown> {
  type: JobType;
  title: string;
  /** In their order, the one it starts with first. */
  phases: readonly [JobPhase, ...JobPhase[]];
  /** Calls no service: it runs in a thread of its own, and waits for none that does. */
  isLocal?: boolean;
  /** Companies that a search found, rows of a file, or leads that were in the store before. */
  results: "companies" | "rows" | "leads";
  hasPersons: boolean;
  /** Where its results come from; null where it finds nothing new. */
  source: SourceType | null;
  /** Of rows: whether each result's place among `found` ones tells its row in the file. */
  isInFileOrder?(params: Readonly<Record<string, unknown>>, found: number): boolean;
  /** The kind that goes on where it finds too few. */
  continuesAs?: JobKindName;
  formAddress?(jobId: string): string;
  requires(params: Params): readonly Requirement[];
  /** Why one that ended early can't be started again with the same input; null where it can. */
  repeatRefusal: string | null;
  wantsReading(params: Params): boolean;
}
