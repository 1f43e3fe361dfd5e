/** One search: what is looked for, and where. */
export interface SearchPair {
  query: string;
  region: string;
}

/** How many companies each search looks for that a description led to; never the model's to say. */
export const PAIR_COUNT = 50;

/** The most searches that are started with one press. */
export const MAX_QUEUE = 8;
