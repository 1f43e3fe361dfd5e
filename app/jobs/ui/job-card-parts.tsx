import { Link } from "@remix-run/react";
import { Check } from "lucide-react";
import { Notice } from "../../components/notice";
import { RunProgress } from "../../components/run-progress";
import { formatCount, formatNumber } from "../../format/german";
import { isFinished, type Job, newLeadsAddress } from "../job";
import { describeStatus, PHASE_NAMES } from "../job-words";
import { JOB_KINDS } from "../kinds/registry";
import {
  isOver,
  type JobSnapshot,
  type RunJobs,
  splitRun,
  wholeProgress,
} from "../progress/job-snapshot";

export function NewLeads(props: { jobs: readonly Pick<Job, "id" | "storedNew">[]; words: string }) {
  const { jobs, words } = props;
  const ids = jobs.flatMap(({ id, storedNew }) => (storedNew > 0 ? id : []));
  if (ids.length === 0) return words;
  return (
    <Link className="underline" to={newLeadsAddress(ids)}>
      {words}
    </Link>
  );
}

export function RelatedJobs(search: RunJobs) {
  const { job: first, parts, followUps } = search;
  const { later } = splitRun(search);
  // A part waits for the first search, and is not shown if it brought nothing and has nothing to say.
  const begun = parts.filter((part) =>
    isFinished(part)
      ? part.found > 0 || part.error !== null || part.warnings.length > 0
      : isFinished(first),
  );
  if (begun.length + followUps.length === 0) return null;
  return (
    <ul className="mt-3 space-y-2 border-line border-t pt-3" aria-label="Was dazugehört">
      {[...begun, ...followUps].map((job) => {
        const { requested, found, storedNew } = job;
        const whole = later.find((run) => run.job === job);
        const [title, facts] = parts.includes(job)
          ? [
              "Websuche",
              `bis zu ${formatNumber(requested)} weitere · ${formatNumber(found)} gefunden, ${formatNumber(storedNew)} neu`,
            ]
          : [`Websites${originOf(job, parts)} lesen`, formatCount(requested, "Lead", "Leads")];
        return (
          <li key={job.id}>
            <p className="flex flex-wrap items-baseline gap-x-3 text-[13px]">
              <Link to={`/ergebnisse/${job.id}`} className="font-medium">
                {title}
              </Link>
              <span className="text-muted tabular-nums">
                {describeStatus(job.status)} · {facts}
              </span>
            </p>
            {isFinished(job) ? null : (
              <RunProgress
                job={job}
                runId={whole ? job.id : `${job.id} alone`}
                progress={whole ? wholeProgress(whole) : job.progress}
                label={`Fortschritt: ${title}`}
              />
            )}
            {isOver(search) ? null : <Messages job={job} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Empty if a single search found the websites. */
function originOf({ params }: Job, parts: readonly Job[]): string {
  if (parts.length === 0) return "";
  return parts.some(({ id }) => id === params.of) ? " der Websuche" : " der Kartensuche";
}

/** A provider's own words on missing credit are not German and say nothing more. */
function Fault({ text }: { text: string }) {
  const [, provider] = /^(.+?): Guthaben aufgebraucht/.exec(text) ?? [];
  if (provider === undefined) return text;
  return (
    <>
      Guthaben bei {provider} aufgebraucht.{" "}
      <Link className="underline" to="/einstellungen">
        Aufladen
      </Link>
    </>
  );
}

export function Messages({ job }: { job: Job }) {
  // While the job waits, its state line shows the error.
  const error = job.resumeAt === null && job.error ? job.error : null;
  if (error === null && job.warnings.length === 0) return null;
  const { formAddress } = JOB_KINDS[job.kind];
  return (
    <div className="mt-3 space-y-2">
      {error === null ? null : (
        <Notice tone="bad">
          <p>
            <Fault text={error} />
          </p>
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
          <Fault text={warning} />
        </Notice>
      ))}
    </div>
  );
}

export function Steps({ run }: { run: JobSnapshot }) {
  const { phase, status, kind, params } = run.job;
  const steps = JOB_KINDS[kind].phases.filter((one) => one !== "emails" || params.enrich !== false);
  const current = steps.indexOf(phase);
  return (
    <ol
      className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 sm:flex sm:flex-wrap sm:gap-x-6"
      aria-label="Phasen"
    >
      {steps.map((step, index) => {
        // „Fertig“ is not past while other jobs of the run continue.
        const isPast = index < current || (phase === "done" && (step !== "done" || isOver(run)));
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
              className={`grid size-4 place-items-center rounded-full border text-[11px] leading-none ${
                hasStopped
                  ? "border-bad bg-bad text-surface"
                  : isPast
                    ? "border-accent bg-accent text-accent-text"
                    : isCurrent
                      ? "border-accent"
                      : "border-edge"
              }`}
            >
              {hasStopped ? "!" : isPast ? <Check size={11} strokeWidth={3} aria-hidden /> : null}
            </span>
            {wasCancelled ? "Abgebrochen" : PHASE_NAMES[step]}
            {isPast ? <span className="sr-only">, erledigt</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
