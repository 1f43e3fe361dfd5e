import { Form, Link, useNavigation } from "@remix-run/react";
import { CircleAlert, RotateCw, TriangleAlert } from "lucide-react";
import { formatCount, formatNumber } from "../../format/german";
import { isFinished, type Job } from "../job";
import type { UsageByName } from "../job-snapshot";

/** „42 Aufrufe, 30 berechnet, 12 gespart“ */
export function describeUsage({ calls, billed, saved }: UsageByName): string {
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

const PART_STATES: Record<Job["status"], string> = {
  queued: "wartet",
  running: "läuft",
  complete: "fertig",
  failed: "abgebrochen durch einen Fehler",
  cancelled: "abgebrochen",
};

/** The web searches beside a search on the map, each in a line. */
export function Parts({ parts }: { parts: readonly Job[] }) {
  if (parts.length === 0) return null;
  return (
    <ul
      className="mt-3 space-y-2 border-line border-t pt-3"
      aria-label="Weitere Suchen dieses Laufs"
    >
      {parts.map((part) => (
        <li key={part.id}>
          <p className="flex flex-wrap items-baseline gap-x-3 text-[13px]">
            <Link to={`/ergebnisse/${part.id}`} className="font-medium">
              Websuche
            </Link>
            <span className="text-muted tabular-nums">
              {PART_STATES[part.status]} · {formatNumber(part.requested)} weitere angefragt ·{" "}
              {formatNumber(part.found)} gefunden, {formatNumber(part.storedNew)} neu
            </span>
          </p>
          {!isFinished(part) ? (
            <progress
              className="progress mt-1"
              max={100}
              value={part.progress}
              aria-label="Fortschritt der Websuche"
            />
          ) : null}
          <Messages job={part} />
        </li>
      ))}
    </ul>
  );
}

/** Which of the searches shown together brought the websites that a job reads; nothing where there is but one. */
function originOf({ params }: Job, parts: readonly Job[]): string {
  if (parts.length === 0) return "";
  return parts.some(({ id }) => id === params.of) ? " der Websuche" : " der Kartensuche";
}

/** The reading of the websites that a search brought, which goes on by itself. */
export function FollowUps({
  followUps,
  parts,
}: {
  followUps: readonly Job[];
  parts: readonly Job[];
}) {
  if (followUps.length === 0) return null;
  return (
    <ul className="mt-3 space-y-2 border-line border-t pt-3" aria-label="Was danach läuft">
      {followUps.map((job) => (
        <li key={job.id}>
          <p className="flex flex-wrap items-baseline gap-x-3 text-[13px]">
            <Link to={`/ergebnisse/${job.id}`} className="font-medium">
              {`Websites${originOf(job, parts)} lesen`}
            </Link>
            <span className="text-muted tabular-nums">
              {PART_STATES[job.status]} · {formatCount(job.requested, "Lead", "Leads")}
            </span>
          </p>
          {!isFinished(job) ? (
            <progress
              className="progress mt-1"
              max={100}
              value={job.progress}
              aria-label={`Fortschritt beim Lesen der Websites${originOf(job, parts)}`}
            />
          ) : null}
          <Messages job={job} />
        </li>
      ))}
    </ul>
  );
}

/** Starts a job that ended early again with the same input. */
export function RestartForm({ id, isSmall = false }: { id: string; isSmall?: boolean }) {
  const action = `/ergebnisse/${id}`;
  const { formAction, formData } = useNavigation();
  const isSending = formAction === action && formData?.get("intent") === "restart";
  return (
    <Form method="post" action={action}>
      <button
        type="submit"
        name="intent"
        value="restart"
        className="button whitespace-nowrap"
        disabled={isSending}
      >
        {isSmall ? null : <RotateCw size={16} aria-hidden />}
        Erneut starten
      </button>
    </Form>
  );
}

/** What went wrong, and what there is to know. */
export function Messages({ job }: { job: Job }) {
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
