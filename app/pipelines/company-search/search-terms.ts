export const MAX_SEARCH_TEXT = 100;
export const MAX_COUNT = 500;
export const DEFAULT_COUNT = 50;
export const MAX_PROFILES = 2_500;
