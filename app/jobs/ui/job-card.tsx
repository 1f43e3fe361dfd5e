import { type ReactNode, useEffect, useState } from "react";
import { Figures } from "../../components/figures";
import { RunProgress } from "../../components/run-progress";
import { Time } from "../../components/time";
import { formatDuration } from "../../format/german";
import { OsmCredit } from "../../leads/ui/osm-credit";
import { isFinished, type Job, regionOf } from "../job";
import {
  capitalize,
  describeEnd,
  describeStatus,
  type SiteCounts,
  siteItems,
  skippedLabel,
} from "../job-words";
import { JOB_KINDS } from "../kinds/registry";
import { countResults, isOver, type JobSnapshot } from "../progress/job-snapshot";
import { Messages, RelatedJobs, Steps, Usage } from "./job-card-parts";
import { CancelForm, RestartForm } from "./job-forms";

export function isRepeatable({ kind, status }: Pick<Job, "kind" | "status">): boolean {
  const hasEndedEarly = status === "failed" || status === "cancelled";
  return hasEndedEarly && JOB_KINDS[kind].repeatRefusal === null;
}

/** A job from its start to its end in one place: phases, bar, counts, what went wrong, and the button that stops it. */
export function JobCard({
  snapshot,
  returnTo,
  footer,
  sites,
  children,
}: {
  snapshot: JobSnapshot;
  /** Of an enrichment; null where they are not known of all leads. */
  sites: SiteCounts | null;
  /** The address that „Abbrechen“ leads back to. */
  returnTo: string;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  const { job, parts, followUps, usage } = snapshot;
  const { phases, title } = JOB_KINDS[job.kind];
  const phase = usePacedPhase(job.phase, job.id, phases);
  const isOpen = ![job, ...parts].every(isFinished);
  const region = regionOf(job);
  return (
    <section className="card p-4" aria-label={`${title} ${job.query}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="break-words">
            {job.query}
            {region ? <span className="font-normal text-muted"> in {region}</span> : null}
          </h2>
          <p className="text-[13px] text-muted" role="status">
            <StateSentence snapshot={snapshot} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {children}
          {isOpen ? (
            <CancelForm id={job.id} returnTo={returnTo} />
          ) : isRepeatable(job) ? (
            <RestartForm id={job.id} />
          ) : null}
        </div>
      </div>
      <Steps phases={phases} phase={phase} status={job.status} isOver={isOver(snapshot)} />
      {job.note === null ? null : <p className="mt-2 text-[13px] text-muted">{job.note}</p>}
      <RunProgress
        runId={job.id}
        progress={job.progress}
        label="Fortschritt"
        hasFailed={job.status === "failed"}
        className="mt-3"
      />
      <Counts snapshot={snapshot} sites={sites} />
      <RelatedJobs job={job} parts={parts} followUps={followUps} />
      <Usage usage={usage} />
      {job.params.source === "osm" ? <OsmCredit className="mt-2" /> : null}
      <Messages job={job} />
      {footer}
    </section>
  );
}

function StateSentence({ snapshot }: { snapshot: JobSnapshot }) {
  const { job } = snapshot;
  const now = useNow(!isFinished(job));
  if (isFinished(job) && !isOver(snapshot)) return describeEnd(snapshot);
  if (job.resumeAt !== null) {
    const left = now === null ? null : formatDuration(Date.parse(job.resumeAt) - now);
    return (
      <>
        {job.params.source === "osm" ? "OpenStreetMap" : "Das Sprachmodell"} ist überlastet; der
        Lauf wird {left === null ? <Time iso={job.resumeAt} /> : `in ${left}`} fortgesetzt
      </>
    );
  }
  if (job.status === "queued") return "Wartet, bis ein anderer Lauf fertig ist";
  const end = job.finishedAt === null ? now : Date.parse(job.finishedAt);
  const time =
    job.startedAt === null || end === null
      ? ""
      : ` · ${formatDuration(end - Date.parse(job.startedAt))}`;
  return `${capitalize(describeStatus(job.status))}${time}`;
}

function Counts({
  snapshot: { job, totals, skipped },
  sites,
}: {
  snapshot: JobSnapshot;
  sites: SiteCounts | null;
}) {
  const { found, stored, storedNew } = totals;
  const { results, hasPersons } = JOB_KINDS[job.kind];
  const counts = countResults({ totals, skipped });
  const items =
    results === "leads"
      ? [{ label: stored === 1 ? "Lead" : "Leads", value: stored }, ...siteItems(sites)]
      : [
          { label: "gefunden", value: found },
          { label: "neu", value: storedNew },
          { label: "bereits vorhanden", value: stored - storedNew },
          ...(counts.outside > 0
            ? [{ label: `außerhalb von ${regionOf(job)}`, value: counts.outside }]
            : []),
          { label: skippedLabel(skipped, hasPersons), value: counts.skipped },
        ];
  return <Figures className="mt-3" items={items} />;
}

/** The time, every second while `isRunning`; null before the page is alive, so that server and browser agree. */
function useNow(isRunning: boolean): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

/** A phase that took less is still seen this long, in milliseconds. */
const PHASE_SHOWN_MS = 450;

/**
 * The phase to show: follows the job's, but passes through each one between, so that none is missed.
 *
 * @param order the phases that jobs of this type have; the same array each time
 */
function usePacedPhase(
  phase: Job["phase"],
  jobId: string,
  order: readonly Job["phase"][],
): Job["phase"] {
  const [shown, setShown] = useState({ jobId, phase });
  const current = shown.jobId === jobId ? shown.phase : phase;
  useEffect(() => {
    if (shown.jobId !== jobId) {
      setShown({ jobId, phase });
      return;
    }
    const from = order.indexOf(shown.phase);
    const to = order.indexOf(phase);
    // An older state that comes late takes nothing back.
    if (from >= to) return;
    const next = from >= 0 ? order[from + 1] : phase;
    const timer = setTimeout(() => setShown({ jobId, phase: next ?? phase }), PHASE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, phase, jobId, order]);
  return current;
}
