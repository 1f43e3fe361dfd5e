import type { JobResult } from "../job";

/** How many leads of a run had their website end in a state. */
export type SiteCounts = ReadonlyMap<string, number>;

/** What is told of the websites, in this order; those that still wait are told by the bar. */
const LABELS = [
  ["read", "gelesen"],
  ["recent", "schon vorher gelesen"],
  ["unreadable", "nicht lesbar"],
  ["failed", "nicht ausgewertet"],
] as const;

export function countSites(results: readonly Pick<JobResult, "siteState">[]): SiteCounts {
  const counts = new Map<string, number>();
  for (const { siteState } of results) {
    if (siteState !== null) counts.set(siteState, (counts.get(siteState) ?? 0) + 1);
  }
  return counts;
}

/** „3 gelesen“, „1 nicht lesbar“: what there is none of is left out. */
export function siteItems(sites: SiteCounts | null): { label: string; value: number }[] {
  return LABELS.flatMap(([state, label]) => {
    const value = sites?.get(state) ?? 0;
    return value === 0 ? [] : [{ label, value }];
  });
}
