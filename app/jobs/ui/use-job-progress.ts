import { useFetcher, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { isFinished } from "../job";
import type { ChainLink, JobSnapshot, ResultView } from "../progress/job-snapshot";

/** Pause before a chain that ended is asked for anew, in milliseconds; longer when the connection broke. */
const AGAIN_MS = 200;
const AFTER_FAULT_MS = 3_000;
/** A chain's first state comes at once; one that has not come by then got lost between router and page. */
const LOST_MS = 4_000;

function openRuns({ job, parts, followUps }: JobSnapshot): number {
  return [job, ...parts, ...followUps].filter((run) => !isFinished(run)).length;
}

const isOpen = (snapshot: JobSnapshot) => openRuns(snapshot) > 0;

/** Whether a state of a job is older than another one. */
function isBehind({ job }: JobSnapshot, { job: other }: JobSnapshot): boolean {
  return job.progress < other.progress || (isFinished(other) && !isFinished(job));
}

type Placed = Pick<ResultView, "part" | "position">;
const compare = (a: Placed, b: Placed) => a.part - b.part || a.position - b.position;

/** The first page of the results in their order, each as it was last told; it grows at its end until it is full. */
function merge(
  known: readonly ResultView[],
  changed: readonly ResultView[],
  pageSize: number,
): ResultView[] {
  const byPlace = new Map(known.map((result) => [`${result.part}:${result.position}`, result]));
  for (const result of changed) byPlace.set(`${result.part}:${result.position}`, result);
  return [...byPlace.values()].sort(compare).slice(0, pageSize);
}

/**
 * Follows a job from the state the document came with: walks through a chain of deferred promises, each the next
 * state, and asks for a new chain when one ends before the job does. Nothing is asked while a chain is open.
 *
 * @param address where the chain is asked for; the component is to be made anew for another one
 */
export function useJobProgress(
  initial: JobSnapshot,
  address: string,
  pageSize: number,
): JobSnapshot {
  const [snapshot, setSnapshot] = useState(initial);
  const fetcher = useFetcher<ChainLink | undefined>();
  const { revalidate } = useRevalidator();
  const load = useRef(fetcher.load);
  load.current = fetcher.load;
  const shouldFollow = isOpen(initial);

  // A page that is loaded anew brings the state of now, unless the chain was quicker.
  useEffect(() => {
    setSnapshot((shown) =>
      isBehind(initial, shown)
        ? // What a person just did with a lead stands in it all the same.
          { ...shown, results: merge(shown.results, initial.results, pageSize) }
        : initial,
    );
  }, [initial, pageSize]);

  // A part that joins it is followed from then on.
  const partCount = useRef(initial.parts.length);
  useEffect(() => {
    if (partCount.current === initial.parts.length) return;
    partCount.current = initial.parts.length;
    load.current(address);
  }, [initial, address]);

  const chain = fetcher.data;
  const isWaiting = shouldFollow && chain === undefined;
  useEffect(() => {
    if (!isWaiting) return;
    load.current(address);
    const timer = setInterval(() => load.current(address), LOST_MS);
    return () => clearInterval(timer);
  }, [address, isWaiting]);

  useEffect(() => {
    if (chain === undefined) return;
    let isActive = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askAgain = (pause: number) => {
      timer = setTimeout(() => load.current(address), pause);
    };
    const follow = async () => {
      let open: number | undefined;
      for (let link: ChainLink | null = chain; link !== null; link = await link.next) {
        // Left behind where this returns early, it may break with its connection: nobody's concern then.
        link.next?.catch(() => {});
        if (!isActive) return;
        if (link.snapshot === null) break;
        const told: JobSnapshot = JSON.parse(link.snapshot);
        setSnapshot((before) => ({
          ...told,
          results: told.isWhole ? told.results : merge(before.results, told.results, pageSize),
        }));
        const stillOpen = openRuns(told);
        // The navigation lists the runs that go on.
        if (stillOpen === 0 || stillOpen !== (open ?? stillOpen)) revalidate();
        if (stillOpen === 0) return;
        open = stillOpen;
      }
      if (isActive) askAgain(AGAIN_MS);
    };
    follow().catch(() => {
      if (isActive) askAgain(AFTER_FAULT_MS);
    });
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [chain, address, pageSize, revalidate]);

  return snapshot;
}
