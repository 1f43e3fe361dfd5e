import type { SearchPair } from "../queue/search-pair";
import { describePair, findQueryFault, findRegionFault, pairKey } from "../search-words.server";

export const MIN_PAIRS = 2;
export const MAX_PAIRS = 4;

/**
 * What is wrong with the searches a model suggests: sentences for it and, at last, for the person; none when all fit.
 *
 * @param history searches that must not come again
 */
export function findPairFaults(
  pairs: readonly SearchPair[],
  history: readonly SearchPair[],
): string[] {
  const faults: string[] = [];
  if (pairs.length < MIN_PAIRS || pairs.length > MAX_PAIRS) {
    faults.push(`Verlangt sind ${MIN_PAIRS} bis ${MAX_PAIRS} Suchen, es sind ${pairs.length}.`);
  }
  const before = new Set(history.map(pairKey));
  const seen = new Set<string>();
  for (const pair of pairs) {
    const textFaults = [findQueryFault(pair.query), findRegionFault(pair.region)];
    faults.push(...textFaults.filter((fault) => fault !== null));
    const key = pairKey(pair);
    if (before.has(key)) faults.push(`${describePair(pair)} wurde schon gesucht.`);
    else if (seen.has(key)) faults.push(`${describePair(pair)} steht doppelt da.`);
    seen.add(key);
  }
  return faults;
}
