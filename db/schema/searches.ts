import type { Generated } from "kysely";
import type { Flag } from "./leads";

export type SearchMode = "stadtwerke" | "industrie" | "custom";

export interface SearchHistoryTable {
  id: string;
  mode: SearchMode;
  query: string;
  region: string;
  jobId: string | null;
  /** Shared by searches that were started together. */
  queueId: string | null;
  createdAt: number;
}

/** The web search that goes on where a search on the map found too few; one for each. */
export interface SupplementsTable {
  jobId: string;
  supplementId: string;
  query: string;
  /** The query is the language model's; else the original one. */
  generated: Flag;
  createdAt: number;
}

export type CampaignKind = "bundeslaender" | "energieversorger";

type CampaignStatus = "running" | "paused" | "complete";

export type CampaignTaskStatus =
  | "waiting"
  | "running"
  | "done"
  | "failed"
  | "cancelled"
  /** Done by another campaign. */
  | "skipped";

/** A queue of searches: each of some terms at each of some places. */
export interface CampaignsTable {
  id: string;
  kind: CampaignKind;
  name: string;
  status: CampaignStatus;
  /** Why it paused by itself, as a sentence; null when a person paused it. */
  pauseReason: string | null;
  failureStreak: Generated<number>;
  /** Companies that each search looks for. */
  count: number;
  createdAt: number;
  createdBy: string;
  finishedAt: number | null;
}

export interface CampaignTasksTable {
  campaignId: string;
  position: number;
  term: string;
  /** The term as `foldText` writes it: one for all its spellings. */
  foldedTerm: string;
  /** German name of the federal state. */
  state: string;
  /** Empty where the whole state is searched. */
  city: string;
  status: CampaignTaskStatus;
  jobId: string | null;
  found: Generated<number>;
  fresh: Generated<number>;
  error: string | null;
  finishedAt: number | null;
}

/** When a campaign last made a search and what that brought; it stays when the campaign is deleted. */
interface CampaignSearchesTable {
  foldedTerm: string;
  state: string;
  city: string;
  found: number;
  fresh: number;
  doneAt: number;
}

export interface SearchTables {
  searchHistory: SearchHistoryTable;
  supplements: SupplementsTable;
  campaigns: CampaignsTable;
  campaignTasks: CampaignTasksTable;
  campaignSearches: CampaignSearchesTable;
}
