import { formatNumber } from "../format/german";
import { isFinished, type Job, type JobResult } from "./job";
import type { RunJobs, SkippedCount } from "./progress/job-snapshot";

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

/** „läuft“, „abgebrochen durch einen Fehler“ */
export function describeStatus(status: Job["status"]): string {
  return status === "failed" ? "abgebrochen durch einen Fehler" : JOB_STATES[status].label;
}

/** The end of a search; while something of it goes on, what that is: „Fertig“ stands only where nothing does. */
export function describeEnd({ job, parts, followUps }: RunJobs): string {
  const status = capitalize(describeStatus(job.status));
  if ([...parts, ...followUps].every(isFinished)) return status;
  const goesOn = parts.every(isFinished) ? "Websites werden noch gelesen" : "Websuche läuft noch";
  return `${job.status === "complete" ? "Suche abgeschlossen" : status}, ${goesOn}`;
}

export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const SKIP_WORDS: Record<SkippedCount["reason"], string> = {
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

/** Why a result is no lead. A row of a list had no website from the beginning, only a name. */
export function skipText(reason: SkippedCount["reason"], isList: boolean): string {
  return reason === "no_domain" && isList ? "keine Domain gefunden" : SKIP_WORDS[reason];
}

const COUNTED_WORDS = {
  ...SKIP_WORDS,
  platform: "auf Portalen oder Plattformen",
  authority: "von Behörde, Kammer oder Verband",
  blocked: "auf der Sperrliste",
  candidate: "mit Domain, die nicht zum Namen passt",
};

/**
 * „übersprungen (3 ohne Website, 1 doppelt)“
 *
 * @param isList the companies come from a list and were looked for by name
 */
export function skippedLabel(counted: readonly SkippedCount[], isList = false): string {
  const skipped = counted.filter(({ reason }) => reason !== "outside");
  if (skipped.length === 0) return "übersprungen";
  const words = isList ? { ...COUNTED_WORDS, no_domain: "ohne gefundene Domain" } : COUNTED_WORDS;
  const parts = skipped.map(({ reason, count }) => `${formatNumber(count)} ${words[reason]}`);
  return `übersprungen (${parts.join(", ")})`;
}

export type SiteCounts = ReadonlyMap<string, number>;

/** In the order of the page; the progress bar shows those that still wait. */
const LABELS = [
  ["read", "gelesen"],
  ["recent", "schon vorher gelesen"],
  ["unreadable", "nicht lesbar"],
  ["failed", "nicht ausgewertet"],
] as const;

export function countSites(results: readonly Pick<JobResult, "siteState">[]): SiteCounts {
  const counts = new Map<string, number>();
  for (const { siteState } of results) {
    if (siteState !== null) counts.set(siteState, (counts.get(siteState) ?? 0) + 1);
  }
  return counts;
}

/** „3 gelesen“, „1 nicht lesbar“: what there is none of is left out. */
export function siteItems(sites: SiteCounts | null): { label: string; value: number }[] {
  return LABELS.flatMap(([state, label]) => {
    const value = sites?.get(state) ?? 0;
    return value === 0 ? [] : [{ label, value }];
  });
}
