import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { isFinished } from "../job";
import type { JobSnapshot, ResultView } from "../progress/job-snapshot";

/** Pause before states are asked for anew, in milliseconds: when they ended before the job, and when the connection broke. */
const AGAIN_MS = 200;
const AFTER_FAULT_MS = 3_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
 * The states of a job, each as soon as it comes.
 *
 * @throws when the server refuses them, or the connection breaks
 */
async function* readStates(address: string, signal: AbortSignal): AsyncGenerator<JobSnapshot> {
  const response = await fetch(new URL(address, window.location.href), {
    signal,
    cache: "no-store",
  });
  // Whoever is not signed in any more is led to the login.
  if (!response.ok || response.redirected || response.body === null) {
    throw new Error(`no states of a job: ${response.status}`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}

/**
 * Follows a job from the state the document came with, and asks for its states anew when they end before the job does.
 *
 * @param address where they are asked for; the component is to be made anew for another one
 */
export function useJobProgress(
  initial: JobSnapshot,
  address: string,
  pageSize: number,
): JobSnapshot {
  const [snapshot, setSnapshot] = useState(initial);
  const { revalidate } = useRevalidator();
  const shouldFollow = isOpen(initial);

  // A page that is loaded anew brings the state of now, unless a state that was told is newer.
  useEffect(() => {
    setSnapshot((shown) =>
      isBehind(initial, shown)
        ? // What a person just did with a lead stands in it all the same.
          { ...shown, results: merge(shown.results, initial.results, pageSize) }
        : initial,
    );
  }, [initial, pageSize]);

  // A part that joins it is followed from then on.
  const partCount = initial.parts.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another part they are asked for anew
  useEffect(() => {
    if (!shouldFollow) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    /** @returns whether there is more to come */
    const follow = async (): Promise<boolean> => {
      let before: JobSnapshot | undefined;
      for await (const told of readStates(address, signal)) {
        if (signal.aborted) return false;
        setSnapshot((shown) => ({
          ...told,
          results: told.isWhole ? told.results : merge(shown.results, told.results, pageSize),
        }));
        // The navigation lists the runs that go on.
        if (!isOpen(told) || (before && openRuns(told) !== openRuns(before))) revalidate();
        if (!isOpen(told)) return false;
        before = told;
      }
      return true;
    };
    const goOn = async () => {
      while (!signal.aborted) {
        try {
          if (!(await follow())) return;
          await pause(AGAIN_MS);
        } catch {
          await pause(AFTER_FAULT_MS);
          // Why they were refused, the page is told.
          if (!signal.aborted) revalidate();
        }
      }
    };
    void goOn();
    return () => leaving.abort();
  }, [address, pageSize, revalidate, shouldFollow, partCount]);

  return snapshot;
}
