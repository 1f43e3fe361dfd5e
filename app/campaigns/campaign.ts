export const CAMPAIGN_KINDS = ["bundeslaender", "energieversorger"] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];

/** Campaigns for utilities begin with these. */
export const FIRST_STATES = ["Bayern", "Nordrhein-Westfalen"] as const;

export const UTILITY_TERMS = ["Netzbetreiber", "Fernwärme", "Industriepark"] as const;

export const MAX_TERMS = 5;
export const MAX_PLACES = 50;
export const DEFAULT_PLACES = 10;
export const MAX_PER_SEARCH = 60;
export const DEFAULT_PER_SEARCH = 50;

export const CAMPAIGN_STATUSES = ["running", "paused", "complete"] as const;

export const REPEATS = ["never", "daily", "workdays", "weekly"] as const;

export const TASK_STATUSES = [
  "waiting",
  "running",
  "done",
  "failed",
  "cancelled",
  "skipped",
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
