import { Link } from "@remix-run/react";
import { Check } from "lucide-react";
import { Notice } from "../../components/notice";
import { RunProgress } from "../../components/run-progress";
import { formatCount, formatNumber } from "../../format/german";
import type { Job } from "../job";
import { describeStatus, PHASE_NAMES } from "../job-words";
import { JOB_KINDS } from "../kinds/registry";
import { isOver, type RunJobs, type UsageByName } from "../progress/job-snapshot";

/** „42 Aufrufe, 30 berechnet, 12 gespart“ */
function describeUsage({ calls, billed, saved }: UsageByName): string {
  return [
    formatCount(calls, "Aufruf", "Aufrufe"),
    `${formatNumber(billed)} berechnet`,
    ...(saved > 0 ? [`${formatNumber(saved)} gespart`] : []),
  ].join(", ");
}

export function Usage({ usage }: { usage: readonly UsageByName[] }) {
  if (usage.length === 0) return null;
  return (
    <ul
      className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-[13px] text-muted"
      aria-label="Verbrauch"
    >
      {usage.map((line) => (
        <li key={line.name} className="tabular-nums">
          {line.name}: {describeUsage(line)}
        </li>
      ))}
    </ul>
  );
}

/** The web searches beside a search on the map, and the jobs that read the websites that they brought. */
export function RelatedJobs(search: RunJobs) {
  const { parts, followUps } = search;
  return (
    <>
      <RelatedJobList label="Weitere Suchen dieses Laufs" search={search} jobs={parts}>
        {(job) => [
          "Websuche",
          `${formatNumber(job.requested)} weitere angefragt · ${formatNumber(job.found)} gefunden, ${formatNumber(job.storedNew)} neu`,
          "Fortschritt der Websuche",
        ]}
      </RelatedJobList>
      <RelatedJobList label="Was danach läuft" search={search} jobs={followUps}>
        {(job) => [
          `Websites${originOf(job, parts)} lesen`,
          formatCount(job.requested, "Lead", "Leads"),
          `Fortschritt beim Lesen der Websites${originOf(job, parts)}`,
        ]}
      </RelatedJobList>
    </>
  );
}

/** Which of the searches shown together brought the websites that a job reads; empty where there is but one. */
function originOf({ params }: Job, parts: readonly Job[]): string {
  if (parts.length === 0) return "";
  return parts.some(({ id }) => id === params.of) ? " der Websuche" : " der Kartensuche";
}

function RelatedJobList({
  label,
  search,
  jobs,
  children: wordsOf,
}: {
  label: string;
  search: RunJobs;
  jobs: readonly Job[];
  children: (job: Job) => [title: string, facts: string, progressLabel: string];
}) {
  if (jobs.length === 0) return null;
  return (
    <ul className="mt-3 space-y-2 border-line border-t pt-3" aria-label={label}>
      {jobs.map((job) => {
        const [title, facts, progressLabel] = wordsOf(job);
        const isDone = job.status === "complete" && !isOver(search);
        return (
          <li key={job.id}>
            <p className="flex flex-wrap items-baseline gap-x-3 text-[13px]">
              <Link to={`/ergebnisse/${job.id}`} className="font-medium">
                {title}
              </Link>
              <span className="text-muted tabular-nums">
                {isDone ? "abgeschlossen" : describeStatus(job.status)} · {facts}
              </span>
            </p>
            <RunProgress
              runId={job.id}
              progress={job.progress}
              label={progressLabel}
              hasFailed={job.status === "failed"}
            />
            <Messages job={job} />
          </li>
        );
      })}
    </ul>
  );
}

/** A job's error and warnings. */
export function Messages({ job }: { job: Job }) {
  if (job.error === null && job.warnings.length === 0) return null;
  const { formAddress } = JOB_KINDS[job.kind];
  return (
    <div className="mt-3 space-y-2">
      {job.error === null ? null : (
        <Notice tone="bad">
          <p>{job.error}</p>
          <p className="mt-1">
            {job.stored > 0 ? "Was bis dahin gefunden war, ist gespeichert. " : ""}
            {formAddress ? (
              <Link className="underline" to={formAddress(job.id)}>
                Suche mit denselben Angaben wiederholen
              </Link>
            ) : null}
          </p>
        </Notice>
      )}
      {job.warnings.map((warning) => (
        <Notice key={warning} tone="hint">
          {warning}
        </Notice>
      ))}
    </div>
  );
}

export function Steps({
  phases,
  phase,
  status,
  isOver,
}: {
  phases: readonly Job["phase"][];
  phase: Job["phase"];
  status: Job["status"];
  /** Its own phases may be over while the run as a whole is not. */
  isOver: boolean;
}) {
  const current = phases.indexOf(phase);
  return (
    <ol
      className="mt-4 grid grid-cols-2 gap-x-4 gap-y-1 sm:flex sm:flex-wrap sm:gap-x-6"
      aria-label="Phasen"
    >
      {phases.map((step, index) => {
        const isPast = index < current || (phase === "done" && (step !== "done" || isOver));
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
