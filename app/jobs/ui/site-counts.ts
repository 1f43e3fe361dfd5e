import type { JobResult } from "../job";

/** Numbers of leads by the state of their website. */
export type SiteCounts = ReadonlyMap<string, number>;

/** In the order of the page; the progress bar shows those that still wait. */
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
