import type { Generated } from "kysely";
import type { Flag } from "./leads";

export type SearchMode = "stadtwerke" | "industrie" | "custom";

export type CampaignKind = "bundeslaender" | "energieversorger";

export type CampaignRepeat = "never" | "daily" | "workdays" | "weekly";

type CampaignStatus = "running" | "paused" | "complete";

export type CampaignTaskStatus =
  | "waiting"
  | "running"
  | "done"
  | "failed"
  | "cancelled"
  | "skipped";

export interface SearchTables {
  searchHistory: {
    id: string;
    mode: SearchMode;
    query: string;
    region: string;
    jobId: string | null;
    /** Shared by searches that were started together. */
    queueId: string | null;
    createdAt: number;
  };
  /** The web search that supplements a map search with too few results. */
  supplements: {
    jobId: string;
    supplementId: string;
    query: string;
    /** 1 for a language model's query, 0 for the original one. */
    generated: Flag;
    createdAt: number;
  };
  campaigns: {
    id: string;
    kind: CampaignKind;
    name: string;
    status: CampaignStatus;
    /** A German sentence; null when a person paused it. */
    pauseReason: string | null;
    failureStreak: Generated<number>;
    repeat: Generated<CampaignRepeat>;
    monthlyCeilingCents: Generated<number>;
    /** Companies per search. */
    count: number;
    createdAt: number;
    createdBy: string;
    finishedAt: number | null;
  };
  campaignTasks: {
    campaignId: string;
    position: number;
    term: string;
    foldedTerm: string;
    state: string;
    /** Empty for a search of the whole state. */
    city: string;
    status: CampaignTaskStatus;
    jobId: string | null;
    found: Generated<number>;
    fresh: Generated<number>;
    error: string | null;
    finishedAt: number | null;
    /** Of the run (ISO). */
    day: string | null;
    /** Of a repetition; null for what a person started. */
    source: "google" | "osm" | null;
    /** An upper bound of a repetition's cost; null if a price is unknown. */
    maxCents: number | null;
  };
  /** The latest result of each search; outlives its campaign. */
  campaignSearches: {
    foldedTerm: string;
    state: string;
    city: string;
    found: number;
    fresh: number;
    doneAt: number;
  };
}
