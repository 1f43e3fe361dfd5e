import type { Db } from "~db/client";
import { findSearchTerms } from "~db/queries/leads";

/** Search terms of the store with the number of their leads, most used first; all of them, or so many. */
export async function findTermsWithCounts(
  db: Db,
  limit?: number,
): Promise<{ term: string; count: number }[]> {
  return (await findSearchTerms(db, limit)).map(({ term, n }) => ({ term, count: n }));
}
