export const MAX_SEARCH_TEXT = 100;
export const MAX_COUNT = 500;
export const DEFAULT_COUNT = 50;

/** What the requested number counts: every company with a website, or only new leads. */
export const SEARCH_GOALS = ["companies", "new"] as const;
/** Paid map calls per search for new leads. */
export const MAX_GOAL_CALLS = 30;

export const MAX_PROFILES = 2_500;
