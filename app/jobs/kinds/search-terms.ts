export const MAX_SEARCH_TEXT = 100;
export const MAX_COUNT = 500;
export const DEFAULT_COUNT = 50;

/** Counts every company with a website, or only leads new to the store. */
export const SEARCH_GOALS = ["companies", "new"] as const;
/** Paid calls of the map. */
export const MAX_GOAL_CALLS = 30;

export const MAX_PROFILES = 2_500;
