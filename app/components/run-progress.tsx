import { createContext, useContext, useEffect, useSyncExternalStore } from "react";

export const NavigationProgress = createContext<ReadonlyMap<string, number>>(new Map());

const furthest = new Map<string, number>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function record(runId: string, progress: number): void {
  if (progress <= (furthest.get(runId) ?? -1)) return;
  furthest.set(runId, progress);
  for (const listener of listeners) listener();
}

/** The bar of a run, in percent. All bars of a run show the same value, which never falls. */
export function RunProgress({
  job,
  runId = job.id,
  progress = job.progress,
  label,
  className = "mt-1",
}: {
  job: { id: string; progress: number; status?: string };
  /** Another id separates this bar from the run's others. */
  runId?: string;
  /** The whole run's progress, if it differs from the job's. */
  progress?: number;
  label: string;
  className?: string;
}) {
  const inNavigation = useContext(NavigationProgress).get(runId) ?? progress;
  const seen = useSyncExternalStore(
    subscribe,
    () => furthest.get(runId) ?? 0,
    () => 0,
  );
  useEffect(() => record(runId, progress), [runId, progress]);
  return (
    <progress
      className={`progress ${className} ${job.status === "failed" ? "progress-bad" : ""}`}
      max={100}
      // A run that ended after the navigation was rendered is complete.
      value={Math.max(seen, progress === 100 ? progress : inNavigation)}
      aria-label={label}
    />
  );
}
