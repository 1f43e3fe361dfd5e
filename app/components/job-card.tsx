import { Form, Link } from "@remix-run/react";
import { Check, CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { formatDuration, formatNumber } from "../format/german";
import { useNow } from "./use-now";
import { type Phase, usePacedPhase } from "./use-paced-phase";

/** What a card shows of a job. */
export interface CardJob {
  id: string;
  type: JobType;
  status: "queued" | "running" | "complete" | "failed" | "cancelled";
  phase: Phase;
  progress: number;
  found: number;
  stored: number;
  storedNew: number;
  requested: number;
  query: string;
  error: string | null;
  warnings: string[];
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface SkippedCount {
  reason: string;
  count: number;
}

type JobType = "maps" | "serp" | "csv" | "profiles" | "enrichment";

const LABELS: Record<Phase, string> = {
  searching: "Firmen suchen",
  storing: "Speichern",
  emails: "E-Mails suchen",
  enriching: "Anreichern",
  done: "Fertig",
};

const SEARCH: readonly Phase[] = ["searching", "storing", "emails", "done"];
/** The phases that a job of each type goes through. */
const PHASES: Record<JobType, readonly Phase[]> = {
  maps: SEARCH,
  serp: SEARCH,
  profiles: SEARCH,
  csv: ["storing", "done"],
  enrichment: ["emails", "done"],
};

const SKIP_TEXTS: Record<string, (count: number) => string> = {
  no_domain: (count) => `${formatNumber(count)} ohne Website`,
  platform: (count) => `${formatNumber(count)} mit Plattformseite statt Website`,
  duplicate: (count) => `${formatNumber(count)} doppelt`,
  closed: (count) => `${formatNumber(count)} dauerhaft geschlossen`,
  blocked: (count) => `${formatNumber(count)} auf der Sperrliste`,
};

/** „3 ohne Website, 1 Doppelter“ */
export function describeSkipped(skipped: readonly SkippedCount[]): string {
  return skipped
    .map(({ reason, count }) => SKIP_TEXTS[reason]?.(count) ?? `${count} ${reason}`)
    .join(", ");
}

/** A job from its start to its end in one place: phases, bar, counts, what went wrong, and the button that stops it. */
export function JobCard({
  job,
  region,
  skipped,
  returnTo,
  children,
}: {
  job: CardJob;
  region: string | null;
  skipped: readonly SkippedCount[];
  /** Where „Abbrechen“ leads back to. */
  returnTo: string;
  children?: ReactNode;
}) {
  const phases = PHASES[job.type];
  const phase = usePacedPhase(job.phase, job.id, phases);
  const isOpen = job.status === "queued" || job.status === "running";
  return (
    <section className="card p-4" aria-label={`Suche ${job.query}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="break-words">
            {job.query}
            {region ? <span className="font-normal text-muted"> in {region}</span> : null}
          </h2>
          <p className="text-[13px] text-muted" role="status">
            <StateSentence job={job} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {children}
          {isOpen ? (
            <Form method="post" action={`/ergebnisse/${job.id}`} preventScrollReset>
              <input type="hidden" name="returnTo" value={returnTo} />
              <button type="submit" name="intent" value="cancel" className="button">
                Abbrechen
              </button>
            </Form>
          ) : null}
        </div>
      </div>
      <Steps phases={phases} phase={phase} status={job.status} />
      <progress
        className={`progress mt-3 ${job.status === "failed" ? "progress-bad" : ""}`}
        max={100}
        value={job.progress}
        aria-label="Fortschritt"
      />
      <Counts job={job} skipped={skipped} />
      <Messages job={job} />
    </section>
  );
}

function StateSentence({ job }: { job: CardJob }) {
  const isOpen = job.status === "queued" || job.status === "running";
  const now = useNow(isOpen);
  if (job.status === "queued") return <>Wartet, bis ein anderer Lauf fertig ist</>;
  const end = job.finishedAt === null ? now : Date.parse(job.finishedAt);
  const time =
    job.startedAt === null || end === null
      ? ""
      : ` · ${formatDuration(end - Date.parse(job.startedAt))}`;
  const states = {
    running: "Läuft",
    complete: "Fertig",
    failed: "Abgebrochen durch einen Fehler",
    cancelled: "Abgebrochen",
  };
  return (
    <>
      {states[job.status]}
      {time}
    </>
  );
}

function Steps({
  phases,
  phase,
  status,
}: {
  phases: readonly Phase[];
  phase: Phase;
  status: CardJob["status"];
}) {
  const current = phases.indexOf(phase);
  return (
    <ol
      className="mt-4 grid grid-cols-2 gap-x-4 gap-y-1 sm:flex sm:flex-wrap sm:gap-x-6"
      aria-label="Phasen"
    >
      {phases.map((step, index) => {
        const isPast = index < current || phase === "done";
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
            {wasCancelled ? "Abgebrochen" : LABELS[step]}
            {isPast ? <span className="sr-only">, erledigt</span> : null}
          </li>
        );
      })}
    </ol>
  );
}

function Counts({ job, skipped }: { job: CardJob; skipped: readonly SkippedCount[] }) {
  const known = job.stored - job.storedNew;
  const left = job.found - job.stored;
  const isSearch = job.type !== "enrichment";
  const items = !isSearch
    ? [{ label: job.stored === 1 ? "Lead" : "Leads", value: job.stored }]
    : [
        { label: "gefunden", value: job.found },
        { label: "neu", value: job.storedNew },
        { label: "bereits vorhanden", value: known },
        { label: "übersprungen", value: left },
      ];
  return (
    <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
      {items.map(({ label, value }) => (
        <div key={label} className="flex items-baseline gap-1.5">
          <dd className="font-semibold text-[15px] tabular-nums">{formatNumber(value)}</dd>
          <dt className="text-[13px] text-muted">
            {label}
            {label === "übersprungen" && skipped.length > 0 ? ` (${describeSkipped(skipped)})` : ""}
          </dt>
        </div>
      ))}
    </dl>
  );
}

function Messages({ job }: { job: CardJob }) {
  if (job.error === null && job.warnings.length === 0) return null;
  return (
    <div className="mt-3 space-y-2">
      {job.error === null ? null : (
        <div className="notice notice-bad" role="alert">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          <div className="min-w-0">
            <p className="break-words">{job.error}</p>
            <p className="mt-1">
              {job.stored > 0 ? "Was bis dahin gefunden war, ist gespeichert. " : ""}
              {job.type === "maps" ? (
                <Link className="underline" to={`/suche?von=${job.id}`}>
                  Suche mit denselben Angaben wiederholen
                </Link>
              ) : null}
            </p>
          </div>
        </div>
      )}
      {job.warnings.map((warning) => (
        <div key={warning} className="notice notice-warn">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          <p className="min-w-0 break-words">{warning}</p>
        </div>
      ))}
    </div>
  );
}
