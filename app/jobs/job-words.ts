import { formatNumber } from "../format/german";
import { OPEN_DATA_NAME, SERVICE_NAMES } from "../providers/services";
import { isFinished, type Job, nameOf } from "./job";
import { JOB_KINDS } from "./kinds/registry";
import {
  type JobSnapshot,
  type RunJobs,
  type SkippedCount,
  wholeProgress,
} from "./progress/job-snapshot";

export const PHASE_NAMES: Record<Job["phase"], string> = {
  searching: "Firmen suchen",
  storing: "Speichern",
  emails: "E-Mails suchen",
  enriching: "Anreichern",
  done: "Fertig",
};

export const JOB_STATES = {
  queued: { label: "wartet", badge: "badge" },
  running: { label: "läuft", badge: "badge" },
  complete: { label: "fertig", badge: "badge badge-good" },
  failed: { label: "fehlgeschlagen", badge: "badge badge-bad" },
  cancelled: { label: "abgebrochen", badge: "badge badge-warn" },
} as const satisfies Record<Job["status"], { label: string; badge: string }>;

export function describeStatus(status: Job["status"]): string {
  return status === "failed" ? "abgebrochen durch einen Fehler" : JOB_STATES[status].label;
}

/** „Google Places und Web“ */
export function describeSource({ kind, params }: Job, parts: readonly Job[]): string {
  if (kind === "web") return "Web";
  const map = params.source === "osm" ? OPEN_DATA_NAME : SERVICE_NAMES["google-places"];
  return params.supplement === true || parts.length > 0 ? `${map} und Web` : map;
}

/** „Fertig“ only when every job of the run has finished. */
export function describeEnd({ job, parts, followUps }: RunJobs): string {
  const status = capitalize(describeStatus(job.status));
  if ([...parts, ...followUps].every(isFinished)) return status;
  const sites = followUps.reduce((sum, { requested }) => sum + requested, 0);
  const read = followUps.reduce((sum, job) => sum + readSites(job), 0);
  const isSearching = !parts.every(isFinished);
  const remaining = isSearching
    ? `Websuche ${parts.some(({ status }) => status === "running") ? "läuft" : "wartet"}`
    : `Websites werden gelesen (${formatNumber(read)} von ${formatNumber(sites)})`;
  const searched = isSearching ? "Karte fertig" : "Suche fertig";
  return `${job.status === "complete" ? searched : status}, ${remaining}`;
}

/** A running job's progress stops at 99. */
function readSites(job: Job): number {
  return isFinished(job) ? job.requested : Math.ceil((job.progress * job.requested) / 99);
}

/** „42 % Stadtwerke in Bayern“, „✓ 22 neue: Stadtwerke in Bayern“ */
export function tabTitle(name: string, progress: number, fresh: number | null): string {
  const end = fresh === null ? "✓" : `✓ ${formatNumber(fresh)} ${fresh === 1 ? "neuer" : "neue"}:`;
  return `${progress === 100 ? end : `${progress} %`} ${name} – Leadspeicher`;
}

export function runTitle(run: Pick<JobSnapshot, "job" | "parts" | "followUps" | "totals">): string {
  const isSearch = JOB_KINDS[run.job.kind].results !== "leads";
  return tabTitle(nameOf(run.job), wholeProgress(run), isSearch ? run.totals.storedNew : null);
}

export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export const SKIP_WORDS: Record<SkippedCount["reason"], string> = {
  no_domain: "ohne Website",
  platform: "Portal oder Plattform",
  authority: "Behörde, Kammer oder Verband",
  duplicate: "doppelt",
  closed: "dauerhaft geschlossen",
  blocked: "Sperrliste",
  in_trash: "im Papierkorb",
  candidate: "passt nicht zum Namen",
  outside: "außerhalb der Region",
};

export function skipText(reason: SkippedCount["reason"], isList: boolean): string {
  return reason === "no_domain" && isList ? "keine Domain gefunden" : SKIP_WORDS[reason];
}

export const COUNTED_WORDS = {
  ...SKIP_WORDS,
  platform: "auf Portalen oder Plattformen",
  authority: "von Behörde, Kammer oder Verband",
  blocked: "auf der Sperrliste",
  candidate: "mit Domain, die nicht zum Namen passt",
};

/** „übersprungen (3 ohne Website, 1 doppelt)“ */
export function skippedLabel(counted: readonly SkippedCount[], isList = false): string {
  const skipped = counted.filter(({ reason }) => reason !== "outside");
  if (skipped.length === 0) return "übersprungen";
  const words = isList ? { ...COUNTED_WORDS, no_domain: "ohne gefundene Domain" } : COUNTED_WORDS;
  const parts = skipped.map(({ reason, count }) => `${formatNumber(count)} ${words[reason]}`);
  return `übersprungen (${parts.join(", ")})`;
}
