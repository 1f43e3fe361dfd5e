import { Check } from "lucide-react";
import type { Job } from "../job";
import { PHASE_NAMES } from "../job-words";

export function Steps({
  phases,
  phase,
  status,
  isPartOpen,
}: {
  phases: readonly Job["phase"][];
  phase: Job["phase"];
  status: Job["status"];
  /** Its own phases are over, and still the run as a whole is not done. */
  isPartOpen: boolean;
}) {
  const current = phases.indexOf(phase);
  return (
    <ol
      className="mt-4 grid grid-cols-2 gap-x-4 gap-y-1 sm:flex sm:flex-wrap sm:gap-x-6"
      aria-label="Phasen"
    >
      {phases.map((step, index) => {
        const isPast = index < current || (phase === "done" && !(step === "done" && isPartOpen));
        const isCurrent = index === current && phase !== "done";
        const hasStopped = isCurrent && (status === "failed" || status === "cancelled");
        const wasCancelled = status === "cancelled" && step === "done";
        return (
          <li
            key={step}
            aria-current={isCurrent ? "step" : undefined}
            className={`flex items-center gap-1.5 text-[13px] ${isCurrent ? "font-medium text-text" : "text-muted"}`}
          >
            <span
              className={`grid size-4 place-items-center rounded-full border ${
                hasStopped
                  ? "border-bad bg-bad text-surface"
                  : isPast
                    ? "border-accent bg-accent text-accent-text"
                    : isCurrent
                      ? "border-accent"
                      : "border-edge"
              }`}
            >
              {hasStopped ? (
                <span className="text-[11px] leading-none">!</span>
              ) : isPast ? (
                <Check size={11} strokeWidth={3} aria-hidden />
              ) : isCurrent ? (
                <span className="size-1.5 rounded-full bg-accent motion-safe:animate-pulse" />
              ) : null}
            </span>
            {wasCancelled ? "Abgebrochen" : PHASE_NAMES[step]}
            {isPast ? <span className="sr-only">, erledigt</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
