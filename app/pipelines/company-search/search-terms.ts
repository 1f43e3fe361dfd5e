export const MAX_SEARCH_TEXT = 100;
export const MAX_COUNT = 500;
export const DEFAULT_COUNT = 50;

/** What a search counts: every company with a website, or those alone that the store does not hold yet. */
export const SEARCH_GOALS = ["companies", "new"] as const;
/** A search for new leads goes on from town to town; after so many paid calls of the map it ends all the same. */
export const MAX_GOAL_CALLS = 30;

export const MAX_PROFILES = 2_500;
