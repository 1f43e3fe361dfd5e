import { findQueryFault, isSameQuery } from "../search-words.server";

/** What is wrong with the term a model would go on with, as sentences; none when it fits. */
export function findSupplementFaults(query: string, original: string): string[] {
  const fault = findQueryFault(query);
  if (fault !== null) return [fault];
  return isSameQuery(query, original) ? ["Der neue Suchbegriff ist der bisherige."] : [];
}
