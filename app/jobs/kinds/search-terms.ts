export const MAX_SEARCH_TEXT = 100;
export const MAX_COUNT = 500;
/** For walks of a whole area. */
export const MAX_AREA_COUNT = 5_000;
export const COUNT_RANGE =
  "Eine ganze Zahl von 1 bis 500 eingeben, für ein ganzes Gebiet bis 5.000.";
export const DEFAULT_COUNT = 50;

/** What the requested number counts: every company with a website, or only new leads. */
export const SEARCH_GOALS = ["companies", "new"] as const;
/** Paid map calls per search for new leads. */
export const MAX_GOAL_CALLS = 30;

export const MAX_PROFILES = 2_500;
