import type { Db } from "~db/client";
import { findSearchTerms } from "~db/queries/leads";

/** All search terms of the store with the number of their leads, most used first. */
export async function findTermsWithCounts(db: Db): Promise<{ term: string; count: number }[]> {
  return (await findSearchTerms(db)).map(({ term, n }) => ({ term, count: n }));
}
