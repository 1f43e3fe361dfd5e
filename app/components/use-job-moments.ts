import { useFetcher, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

interface Moment<Job, Result, Skipped> {
  job: Job;
  results: Result[];
  skipped: Skipped[];
}

interface Moments<Job, Result, Skipped> extends Moment<Job, Result, Skipped> {
  next: Promise<Moments<Job, Result, Skipped>> | null;
}

/** Pause before a chain that ended is asked for anew, in milliseconds; longer when the connection broke. */
const AGAIN_MS = 200;
const AFTER_FAULT_MS = 3_000;

function isOpen(job: { status: string }): boolean {
  return job.status === "queued" || job.status === "running";
}

/** Results in their order, each as it was last told. */
function merge<Result extends { position: number }>(known: Result[], changed: Result[]): Result[] {
  const byPosition = new Map(known.map((result) => [result.position, result]));
  for (const result of changed) byPosition.set(result.position, result);
  return [...byPosition.values()].sort((a, b) => a.position - b.position);
}

/**
 * Follows a job from the state the document came with: walks through a chain of deferred promises, each the next
 * state, and asks for a new chain when one ends before the job does. Nothing is asked while a chain is open.
 */
export function useJobMoments<
  Job extends { id: string; status: string },
  Result extends { position: number },
  Skipped,
>(initial: Moment<Job, Result, Skipped>): Moment<Job, Result, Skipped> {
  const [moment, setMoment] = useState(initial);
  const fetcher = useFetcher<Moments<Job, Result, Skipped> | undefined>();
  const { revalidate } = useRevalidator();
  const load = useRef(fetcher.load);
  load.current = fetcher.load;
  const id = initial.job.id;
  const shouldFollow = isOpen(initial.job);

  // A page that is loaded anew brings the state of now.
  useEffect(() => setMoment(initial), [initial]);

  useEffect(() => {
    if (shouldFollow) load.current(`/ergebnisse/${id}/verlauf`);
  }, [id, shouldFollow]);

  const chain = fetcher.data;
  useEffect(() => {
    if (chain === undefined || chain.job.id !== id) return;
    let isActive = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askAgain = (pause: number) => {
      timer = setTimeout(() => load.current(`/ergebnisse/${id}/verlauf`), pause);
    };
    const follow = async () => {
      let link: Moments<Job, Result, Skipped> = chain;
      for (;;) {
        if (!isActive) return;
        const { job, results, skipped } = link;
        setMoment((before) => ({ job, results: merge(before.results, results), skipped }));
        if (!isOpen(job)) return revalidate();
        if (link.next === null) return askAgain(AGAIN_MS);
        link = await link.next;
      }
    };
    follow().catch(() => {
      if (isActive) askAgain(AFTER_FAULT_MS);
    });
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [chain, id, revalidate]);

  return moment;
}
