import { useFetcher, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Job } from "../job";
import { areSameRuns, type ChainedRuns } from "../progress/job-snapshot";

/** Pause before the page is loaded anew when the connection broke, in milliseconds. */
const AFTER_FAULT_MS = 3_000;

/**
 * Follows the open runs of some kinds from the state the document came with, and loads the page anew when one ends or
 * the chain's time is over. Nothing is asked while a chain is open or no run is.
 */
export function useOpenRuns(initial: Job[], kinds: readonly Job["kind"][]): Job[] {
  const address = `/pipelines/verlauf?${kinds.map((kind) => `kind=${kind}`).join("&")}`;
  const [open, setOpen] = useState(initial);
  const fetcher = useFetcher<ChainedRuns | undefined>();
  const { revalidate } = useRevalidator();
  const load = useRef(fetcher.load);
  load.current = fetcher.load;

  const shown = useRef(initial);

  useEffect(() => {
    setOpen(initial);
    shown.current = initial;
    if (initial.length > 0) load.current(address);
  }, [initial, address]);

  const chain = fetcher.data;
  useEffect(() => {
    if (chain === undefined) return;
    let isActive = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = async () => {
      let link: ChainedRuns = chain;
      for (;;) {
        // Left behind where this returns early, it may break with its connection: nobody's concern then.
        link.next?.catch(() => {});
        if (!isActive) return;
        setOpen(link.open);
        // One may have ended before anybody listened.
        if (link.next === null || !areSameRuns(link.open, shown.current)) return revalidate();
        link = await link.next;
      }
    };
    follow().catch(() => {
      if (isActive) timer = setTimeout(revalidate, AFTER_FAULT_MS);
    });
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [chain, revalidate]);

  return open;
}
