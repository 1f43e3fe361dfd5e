import { useFetcher, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isFinished } from "../job";
import type { FollowedJob, JobSnapshot } from "../progress/job-snapshot";

/** Milliseconds before the page asks again. */
const AFTER_NO_ANSWER_MS = 4_000;
const AFTER_FAULT_MS = 3_000;
const AFTER_OPEN_ANSWER_MS = 30_000;

function openRuns({ job, parts, followUps }: JobSnapshot): number {
  return [job, ...parts, ...followUps].filter((run) => !isFinished(run)).length;
}

/** Follows a job by deferred promises: when one resolves, the page asks for the next. Remount for another address. */
export function useJobProgress(initial: JobSnapshot, address: string): JobSnapshot {
  const { load, data: followed } = useFetcher<FollowedJob>();
  const { revalidate } = useRevalidator();
  const isNewer = followed !== undefined && followed.snapshot.order > initial.order;
  const snapshot = isNewer ? followed.snapshot : initial;
  const [openAtFirst, open] = [openRuns(initial), openRuns(snapshot)];
  const isOpen = open > 0;

  useEffect(() => {
    if (!isOpen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isActive = true;
    const ask = (pause = 0) => {
      clearTimeout(timer);
      if (!isActive) return;
      timer = setTimeout(() => {
        load(address);
        ask(AFTER_NO_ANSWER_MS);
      }, pause);
    };
    ask(followed === undefined ? 0 : AFTER_OPEN_ANSWER_MS);
    followed?.next?.then(
      () => ask(),
      () => ask(AFTER_FAULT_MS),
    );
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [followed, address, isOpen, load]);

  // The navigation lists open runs, and the page shows more once a run has ended.
  useEffect(() => {
    if (openAtFirst !== open) revalidate();
  }, [openAtFirst, open, revalidate]);

  return snapshot;
}
