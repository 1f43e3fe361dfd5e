import { type ReactNode, useEffect, useState } from "react";
import { Figures } from "../../components/figures";
import { LinkButton } from "../../components/page";
import { RunProgress } from "../../components/run-progress";
import { Time } from "../../components/time";
import { formatCount, formatDuration, formatNumber } from "../../format/german";
import { OsmCredit } from "../../leads/ui/lead-facts";
import { isFinished, type Job, newLeadsAddress, regionOf } from "../job";
import { capitalize, describeEnd, describeStatus, skippedLabel } from "../job-words";
import { JOB_KINDS } from "../kinds/registry";
import {
  type AreaCount,
  countResults,
  isOver,
  type JobSnapshot,
  wholeProgress,
} from "../progress/job-snapshot";
import { Messages, RelatedJobs, Steps } from "./job-card-parts";
import { CancelForm, FetchForm, RestartForm } from "./job-forms";

export function isRepeatable({ kind, status, goesOn }: Job): boolean {
  const hasEndedEarly = status === "failed" || status === "cancelled";
  return goesOn || (hasEndedEarly && JOB_KINDS[kind].repeatRefusal === null);
}

interface JobCardProps {
  snapshot: JobSnapshot;
  className?: string;
  returnTo: string;
  footer?: ReactNode;
  children?: ReactNode;
}

/** Collapses to its figures when the run is done. */
export function JobCard({ snapshot, returnTo, className = "", footer, children }: JobCardProps) {
  const { job, parts, cost, totals, area } = snapshot;
  const newIds = [job, ...parts].flatMap((run) => (run.storedNew > 0 ? run.id : []));
  const { title } = JOB_KINDS[job.kind];
  const isOpen = ![job, ...parts].every(isFinished);
  const isDone = job.status === "complete" && isOver(snapshot);
  const progress = (
    <>
      <Steps run={snapshot} />
      <RunProgress
        job={job}
        // Fetching an area that is counted begins again.
        runId={area === null ? job.id : `${job.id} ${job.startedAt}`}
        progress={wholeProgress(snapshot)}
        label="Fortschritt"
        className="col-span-full mt-3"
      />
      <Counts snapshot={snapshot} />
    </>
  );
  return (
    <section className={`card px-3 py-3 md:px-4 ${className}`} aria-label={`${title} ${job.query}`}>
      <div className="grid grid-cols-1 gap-x-4 md:grid-cols-[minmax(0,1fr)_auto]">
        <p className="text-[13px] text-muted tabular-nums" role="status">
          <StateSentence snapshot={snapshot} />
          {isDone ? <ResultSummary snapshot={snapshot} /> : null}
        </p>
        <div className="flex flex-wrap items-start gap-2 max-md:mt-2 md:row-span-2">
          {isDone && newIds.length > 0 ? (
            <LinkButton
              to={newLeadsAddress(newIds)}
              label={`${formatCount(totals.storedNew, "neuen", "neue")} ansehen`}
              className="button button-primary"
            />
          ) : null}
          {children}
          {isOpen ? (
            <CancelForm id={job.id} returnTo={returnTo} />
          ) : isRepeatable(job) ? (
            <RestartForm id={job.id} />
          ) : null}
        </div>
        {isDone ? null : progress}
        <details className={`mt-1 text-[13px] ${isDone ? "open:col-span-full" : "col-span-full"}`}>
          <summary className="inline-block cursor-pointer py-0.5 text-accent">Details</summary>
          {isDone ? progress : null}
          {job.note === null ? null : <p className="mt-2 text-muted">{job.note}</p>}
          <RelatedJobs {...snapshot} />
          {cost.line && <p className="mt-3 text-muted tabular-nums">{cost.line}</p>}
        </details>
      </div>
      {job.params.source === "osm" ? <OsmCredit className="mt-2" /> : null}
      {[job, ...(isOver(snapshot) ? [...parts, ...snapshot.followUps] : [])].map((one) => (
        <Messages key={one.id} job={one} />
      ))}
      {isDone && area !== null && area.pages + area.singles > 0 ? (
        <FetchForm id={job.id} area={area} />
      ) : null}
      {footer}
    </section>
  );
}

function ResultSummary({ snapshot }: { snapshot: JobSnapshot }) {
  const { job, totals, skipped, withEmail, unreadable, cost, area } = snapshot;
  const counts = countResults({ totals, skipped });
  const isCounted = area !== null && totals.found === 0;
  type Figure = [value: number, label: string];
  const outside: Figure = [counts.outside, `außerhalb von ${regionOf(job)}`];
  const figures: Figure[] = isCounted
    ? countedFigures(area)
    : JOB_KINDS[job.kind].results === "leads"
      ? [[totals.stored, totals.stored === 1 ? "Lead" : "Leads"]]
      : [
          [totals.storedNew, "neu"],
          ...(withEmail === null ? [] : [[withEmail, "mit E-Mail"] satisfies Figure]),
          ...(counts.outside > 0 ? [outside] : []),
          [counts.skipped, "übersprungen"],
        ];
  const words = figures.map(([value, label]) => `${formatNumber(value)} ${label}`);
  if (unreadable > 0)
    words.push(formatCount(unreadable, "Website nicht lesbar", "Websites nicht lesbar"));
  return ["", ...words, ...(cost.total === null ? [] : [`Kosten ${cost.total}`])].join(" · ");
}

function StateSentence({ snapshot }: { snapshot: JobSnapshot }) {
  const { job } = snapshot;
  const now = useNow(!isFinished(job));
  if (isFinished(job) && !isOver(snapshot)) return describeEnd(snapshot);
  if (job.resumeAt !== null) {
    const left = now === null ? null : formatDuration(Date.parse(job.resumeAt) - now);
    return (
      <>
        {job.error === null
          ? `${job.params.source === "osm" ? "OpenStreetMap" : "Das Sprachmodell"} ist überlastet.`
          : job.error}{" "}
        Nächster Versuch {left === null ? <Time iso={job.resumeAt} /> : `in ${left}`}
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

const countedFigures = ({ places, known, new: fresh }: AreaCount): [number, string][] => [
  [places, places === 1 ? "Firma gezählt" : "Firmen gezählt"],
  [known, "bekannt"],
  [fresh, "neu"],
];

function Counts({ snapshot: { job, totals, skipped, area } }: { snapshot: JobSnapshot }) {
  const { found, stored, storedNew } = totals;
  const { results, hasPersons } = JOB_KINDS[job.kind];
  const counts = countResults({ totals, skipped });
  const items =
    area !== null && found === 0
      ? countedFigures(area).map(([value, label]) => ({ label, value }))
      : results === "leads"
        ? [{ label: stored === 1 ? "Lead" : "Leads", value: stored }]
        : [
            { label: "gefunden", value: found },
            { label: "neu", value: storedNew },
            { label: "bereits vorhanden", value: stored - storedNew },
            ...(counts.outside > 0
              ? [{ label: `außerhalb von ${regionOf(job)}`, value: counts.outside }]
              : []),
            { label: skippedLabel(skipped, hasPersons), value: counts.skipped },
          ];
  return <Figures className="col-span-full mt-3" items={items} />;
}

/** Updates every second. Null before hydration, so that server and browser render the same. */
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
