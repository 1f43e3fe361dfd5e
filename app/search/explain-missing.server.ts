import { z } from "zod";
import type { Db } from "~db/client";
import type { JobRow } from "~db/schema";
import { formatCount, formatDate } from "../format/german";
import { isoTime } from "../format/iso-time";
import { isCounted } from "../jobs/area/find-area.server";
import { JOB_STATES, skipText } from "../jobs/job-words";
import { searchParamsOf } from "../jobs/kinds/job-params.server";
import { JOB_KINDS } from "../jobs/kinds/registry";
import { RESULTS_PER_PAGE, resultsQueryParams } from "../jobs/progress/job-snapshot";
import { MAX_QUERY_LENGTH } from "../leads/list/filters";
import { displayDomain } from "../reading/companies/domain-key.server";
import { type Evidence, findEvidence } from "./missing-evidence.server";

const MISSING = "Name, Domain oder Webadresse einer Firma eingeben.";
const TOO_LONG = `Höchstens ${MAX_QUERY_LENGTH} Zeichen sind erlaubt.`;

export const ExplainSchema = z.strictObject({
  q: z.string(MISSING).trim().min(1, MISSING).max(MAX_QUERY_LENGTH, TOO_LONG),
});

const CAUSES = [
  ...["lead", "trash", "blocked", "left_out", "outside", "no_website"],
  ...["running", "ended_early", "goal", "never_searched", "unknown"],
] as const;

const StepSchema = z.object({
  label: z.string(),
  to: z.string().describe("Adresse einer Seite"),
  send: z
    .record(z.string(), z.string())
    .optional()
    .describe("Felder, die ein Formular dorthin sendet"),
});
export const CauseSchema = z.object({
  kind: z.enum(CAUSES),
  text: z.string(),
  links: z.array(StepSchema).describe("Nächste Schritte"),
});
type Cause = z.infer<typeof CauseSchema>;

interface Company {
  companyName: string | null;
  domain: string | null;
  city?: string | null;
}
const MOST = 3;
/** Google Places has no more hits for a search. */
const MAP_MAXIMUM = 60;

function describeCompany({ companyName, domain, city }: Company): string {
  const shown = domain && displayDomain(domain);
  const about = [companyName && shown, city].filter(Boolean).join(", ");
  return `„${companyName ?? shown ?? "Ohne Namen"}“${about && ` (${about})`}`;
}

type Run = Evidence["runs"][number];

function reachedGoal(job: Run): string | null {
  const { goal, source } = searchParamsOf(job);
  const reached = goal === "new" ? job.fresh : job.stored;
  if (reached >= job.requested) return formatCount(reached, "Firma", "Firmen");
  const isWhole = source === "osm" || source === "google-area";
  const isCut = job.kind === "maps" && !isWhole && job.found >= MAP_MAXIMUM;
  return isCut ? `${MAP_MAXIMUM} Treffern, mehr nennt die Karte nicht` : null;
}

/** The strongest evidence: what is stored, then what runs left out; only without both, what may be. */
export function rankCauses(evidence: Evidence, timeZone: string): Cause[] {
  const { q, term, place, runs } = evidence;
  const day = (at: number) => formatDate(isoTime(at), timeZone);
  const runOf = ({ query, region, createdAt }: Pick<JobRow, "query" | "region" | "createdAt">) =>
    `Lauf „${query}${region ? ` in ${region}` : ""}“ vom ${day(createdAt)}`;
  const cause = (kind: Cause["kind"], text: string, ...links: Cause["links"]): Cause[] => [
    { kind, text, links },
  ];
  const back = `/warum?${new URLSearchParams({ q })}`;
  const certain = [
    ...evidence.leads.flatMap(({ id, how, ...lead }) => {
      const text = `${describeCompany(lead)} ist im Leadspeicher${how ? `: ${how}` : ""}.`;
      return cause("lead", text, { label: "Öffnen", to: `/leadspeicher/${id}` });
    }),
    ...evidence.deleted.flatMap(({ id, deletedBy, deletedAt, ...lead }) => {
      const text = `${describeCompany(lead)} liegt im Papierkorb, gelöscht von ${deletedBy} am ${day(deletedAt)}.`;
      const send = { intent: "restore", id, back };
      const to = "/leadspeicher/papierkorb";
      return cause("trash", text, { label: "Wiederherstellen", to, send });
    }),
    ...evidence.blocks.flatMap(({ reason, createdBy, createdAt, ...company }) => {
      const what =
        reason === null ? "ist gesperrt" : `soll nicht mehr kontaktiert werden: ${reason}`;
      const text = `${describeCompany(company)} ${what} (von ${createdBy} am ${day(createdAt)}).`;
      return cause("blocked", text, { label: "Zur Sperrliste", to: "/leadspeicher/sperrliste" });
    }),
  ];
  const left = evidence.left.flatMap((hit) => {
    const { jobId, skipReason, position, isAdoptable } = hit;
    const isOutside = skipReason === "outside";
    const kind = skipReason === "no_domain" ? "no_website" : isOutside ? "outside" : "left_out";
    const reason = skipText(skipReason, JOB_KINDS[hit.kind].results === "rows");
    const text = `${describeCompany(hit)} kam im ${runOf(hit)} vor und wurde ausgelassen: ${reason}.`;
    const to = `/ergebnisse/${jobId}`;
    const page = Math.floor(hit.before / RESULTS_PER_PAGE) + 1;
    const shown = resultsQueryParams({ selection: isOutside ? "outside" : "skipped", page });
    const send = { intent: "adopt", position: String(position), returnTo: back };
    const row = { label: "Zum Treffer", to: `${to}?${shown}#treffer-0-${position}` };
    return cause(kind, text, ...(isAdoptable ? [{ label: "Jetzt aufnehmen", to, send }] : []), row);
  });
  // Companies share names; of a blocked one only the block is told.
  const known = evidence.blocks.length > 0 ? certain : [...certain, ...left];
  if (known.length > 0) return known.slice(0, MOST);

  const search = new URLSearchParams({ was: term ?? (place ? "" : q), wo: place ?? "" });
  const start = { label: "Suche beginnen", to: `/suche?${search}` };
  if (evidence.isUnsearched) {
    const what = [term && `nach „${term}“`, place && `in „${place}“`].filter(Boolean).join(" ");
    const text = what === "" ? "Gesucht wurde noch nichts." : `Noch nie wurde ${what} gesucht.`;
    return cause("never_searched", text, start);
  }
  const isPurged = ({ finishedAt }: Run) => finishedAt !== null && finishedAt < evidence.purgedTo;
  const may = runs.flatMap((job) => {
    const say = (kind: Cause["kind"], text: string) =>
      cause(
        kind,
        `${text}${isPurged(job) ? " Was er ausließ, ist nicht mehr gespeichert." : ""}`,
        { label: "Lauf ansehen", to: `/ergebnisse/${job.id}` },
        start,
      );
    const run = `Der ${runOf(job)}`;
    if (job.status === "queued" || job.status === "running")
      return say("running", `${run} ${JOB_STATES[job.status].label} noch.`);
    if (job.status !== "complete" || job.failureKind !== null)
      return say(
        "ended_early",
        `${run} endete vorzeitig und fand die Firma vielleicht deshalb nicht.`,
      );
    if (isCounted(job))
      return say("goal", `${run} hat nur gezählt; was dort neu war, ist noch nicht geholt.`);
    const end = reachedGoal(job);
    if (end === null) return [];
    return say("goal", `Die Firma könnte hinter dem Ziel liegen: ${run} endete bei ${end}.`);
  });
  // A search that came to its own end did not find it.
  if (may.length > 0 && may.length === runs.length) return may.slice(0, MOST);
  const ended = runs.length - may.length;
  const some = formatCount(ended, "beendeter Lauf hätte", "beendete Läufe hätten");
  const rest = ended === 0 ? "" : ` ${some} sie finden können.`;
  const gone = runs.some(isPurged)
    ? " Was ältere Läufe ausließen, ist nicht mehr gespeichert."
    : "";
  return cause("unknown", `Das weiß der Leadspeicher nicht.${rest}${gone}`, start);
}

/** Says only what the store can prove. */
export async function explainMissing({ db, timeZone }: { db: Db; timeZone: string }, q: string) {
  return { q, causes: rankCauses(await findEvidence(db, q), timeZone) };
}
