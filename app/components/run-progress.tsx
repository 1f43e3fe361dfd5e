import { createContext, useContext, useEffect, useSyncExternalStore } from "react";

/** The progress of runs by their ids as the navigation of the same document shows it. */
export const NavigationProgress = createContext<ReadonlyMap<string, number>>(new Map());

/** The furthest at which this browser has seen each run. */
const furthest = new Map<string, number>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function note(runId: string, progress: number): void {
  if (progress <= (furthest.get(runId) ?? -1)) return;
  furthest.set(runId, progress);
  for (const listener of listeners) listener();
}

/** The bar of a run, in per cent. All bars of one run show the same figure, and none ever falls. */
export function RunProgress({
  runId,
  progress,
  label,
  hasFailed = false,
  className = "mt-1",
}: {
  runId: string;
  progress: number;
  label: string;
  hasFailed?: boolean;
  className?: string;
}) {
  const inNavigation = useContext(NavigationProgress).get(runId) ?? progress;
  const seen = useSyncExternalStore(
    subscribe,
    () => furthest.get(runId) ?? 0,
    () => 0,
  );
  useEffect(() => note(runId, progress), [runId, progress]);
  return (
    <progress
      className={`progress ${className} ${hasFailed ? "progress-bad" : ""}`}
      max={100}
      // What ended after the navigation was made stands at its end.
      value={Math.max(seen, progress === 100 ? progress : inNavigation)}
      aria-label={label}
    />
  );
}
