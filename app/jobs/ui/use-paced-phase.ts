import { useEffect, useState } from "react";
import type { Job } from "../job";

type Phase = Job["phase"];

/** A phase that took less is still seen this long, in milliseconds. */
const SHOWN_MS = 450;

/**
 * The phase to show: follows the job's, but passes through each one between, so that none is missed.
 *
 * @param order the phases that jobs of this type have; the same array each time
 */
export function usePacedPhase(phase: Phase, jobId: string, order: readonly Phase[]): Phase {
  const [shown, setShown] = useState({ jobId, phase });
  const current = shown.jobId === jobId ? shown.phase : phase;
  useEffect(() => {
    if (shown.jobId !== jobId) {
      setShown({ jobId, phase });
      return;
    }
    const from = order.indexOf(shown.phase);
    const to = order.indexOf(phase);
    if (from === to) return;
    const next = from >= 0 && from < to ? order[from + 1] : phase;
    const timer = setTimeout(() => setShown({ jobId, phase: next ?? phase }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, phase, jobId, order]);
  return current;
}
