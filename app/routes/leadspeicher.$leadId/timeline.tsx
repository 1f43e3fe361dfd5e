import { Link } from "@remix-run/react";
import { Time } from "~/components/time";
import { UndoForm } from "~/components/toast";
import type { LeadSource } from "~/leads/get-lead.server";
import { FIELD_NAMES } from "~/leads/lead";
import type { LeadEvent } from "~/leads/lead-schema";
import { CONTACTED_TAG, FAVORITE_TAG } from "~/leads/tag";
import { OsmCredit } from "~/leads/ui/lead-facts";
import { OPEN_DATA, providerName } from "~/providers/services";
import { Fold } from "./fold";

const KINDS: Record<string, string> = {
  created: "Gefunden und gespeichert",
  found_again: "Wieder gefunden",
  email_found: "E-Mail gefunden",
  updated: "Geändert",
  deleted: "In den Papierkorb gelegt",
  restored: "Wiederhergestellt",
  enriched: "Website gelesen",
  email_drafted: "E-Mail entworfen",
  undone: "Rückgängig gemacht",
  import_undone: "Import rückgängig gemacht",
  merged: "Zusammengeführt",
  parted: "Getrennt",
};

/** Only the API uses status and priority. */
const HIDDEN = new Set(["latitude", "longitude", "status", "priority", "contacts", "noteEntries"]);
const NAMES: Record<string, string> = FIELD_NAMES;
const MAX_LENGTH = 80;

/** What the buttons say about a tag that was added and one that was taken away. */
const BUTTON_TEXTS: Record<string, readonly [added: string, removed: string]> = {
  [FAVORITE_TAG]: ["Als Favorit gemerkt", "Aus den Favoriten genommen"],
  [CONTACTED_TAG]: ["Als kontaktiert markiert", "Als nicht kontaktiert markiert"],
};
const BUTTON_SENTENCES = new Set(Object.values(BUTTON_TEXTS).flat());

type Entry = LeadEvent & { actionId?: string | null | undefined };

export function Timeline({
  events,
  lead,
  actor,
}: {
  events: readonly Entry[];
  lead: { id: string; approvedAt: string | null };
  actor: string;
}) {
  return (
    <Fold name="timeline" title="Verlauf">
      {lead.approvedAt && (
        <p className="mb-2 text-[13px] text-muted">
          Freigegeben am <Time iso={lead.approvedAt} />
        </p>
      )}
      <ol>
        {events.filter(isShown).map((event) => (
          <li
            key={event.id}
            className="relative pb-3 pl-4 text-[13px] before:absolute before:top-[7px] before:left-0 before:size-[7px] before:rounded-full before:bg-edge not-last:after:absolute not-last:after:top-[18px] not-last:after:-bottom-[3px] not-last:after:left-[3px] not-last:after:w-px not-last:after:bg-line"
          >
            <Heading event={event} />
            <span className="block text-muted">
              <Time iso={event.at} /> · {event.actor === actor ? "von Ihnen" : event.actor}
              {event.jobId && (
                <>
                  {" · "}
                  <Link className="link" to={`/ergebnisse/${event.jobId}`}>
                    zum Lauf
                  </Link>
                </>
              )}
            </span>
            {event.actionId && (
              <UndoForm
                actionId={event.actionId}
                leadId={lead.id}
                className="link cursor-pointer"
              />
            )}
          </li>
        ))}
      </ol>
    </Fold>
  );
}

/** A button's sentence is the heading if nothing else changed. */
function Heading({ event }: { event: LeadEvent }) {
  const lines = changesOf(event).flatMap(([field, { from, to }]) =>
    field === "tags" ? tagLines(listOf(from), listOf(to)) : describeChange(field, from, to),
  );
  const [only = "", second] = lines;
  if (event.kind === "updated" && second === undefined && BUTTON_SENTENCES.has(only)) return only;
  return (
    <>
      {headingOf(event)}
      <ul className="text-muted empty:hidden">
        {lines.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}

function isShown({ kind, changes }: LeadEvent): boolean {
  return kind !== "updated" || Object.keys(changes).some((field) => !HIDDEN.has(field));
}

function headingOf(event: LeadEvent): string {
  const { kind, changes, jobId } = event;
  if (changes.doNotContact) return changes.doNotContact.to ? "Gesperrt" : "Sperre aufgehoben";
  const isUnread = typeof changes.siteProblem?.to === "string";
  if (kind === "enriched" && isUnread) return "Website nicht ausgewertet";
  if (kind === "created" && jobId === null) return "Von Hand angelegt";
  const isEmail = changesOf(event).every(([field]) => field.startsWith("email"));
  if (kind === "email_found" && !isEmail) return "Angaben gefunden";
  return KINDS[kind] ?? kind;
}

/** Hides a change that the main value's change already shows. */
const IMPLIED_BY: Record<string, string> = {
  approvedAt: "approved",
  emails: "email",
  phones: "phone",
  adObjectionUrl: "adObjection",
};

function changesOf({ changes }: LeadEvent) {
  return Object.entries(changes).filter(
    ([field]) => !HIDDEN.has(field) && !((IMPLIED_BY[field] ?? "") in changes),
  );
}

function describeChange(field: string, from: unknown, to: unknown): string {
  if (field === "approved") return to === true ? "Freigegeben" : "Freigabe zurückgezogen";
  if (field === "approvedAt") return "Zeit der Freigabe geändert";
  if (field === "doNotContact")
    return `Grund der Sperre: ${displayValue(Object(to ?? from).reason)}`;
  const name = NAMES[field] ?? field;
  const before = displayValue(from);
  const after = displayValue(to);
  if (after === "") return `${name} geleert (war: ${before})`;
  return before === "" ? `${name}: ${after}` : `${name}: ${before} → ${after}`;
}

function tagLines(before: readonly string[], after: readonly string[]): string[] {
  const isAdded = (tag: string) => after.includes(tag);
  const changed = [...new Set([...after, ...before])].filter(
    (tag) => before.includes(tag) !== isAdded(tag),
  );
  const lines = changed.flatMap((tag) => BUTTON_TEXTS[tag]?.[isAdded(tag) ? 0 : 1] ?? []);
  const others = changed.filter((tag) => !(tag in BUTTON_TEXTS));
  if (others.length === 0) return lines;
  const signed = others.map((tag) => `${isAdded(tag) ? "+" : "−"} ${tag}`);
  return [...lines, `Tags: ${signed.join(", ")}`];
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function displayValue(value: unknown): string {
  const text = Array.isArray(value) ? listOf(value).join(", ") : String(value ?? "");
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}

export function Sources({ sources }: { sources: readonly LeadSource[] }) {
  return (
    <Fold name="sources" title="Quellen" count={sources.length}>
      <ul className="space-y-2">
        {sources.map(({ id, jobId, term, region, provider, foundAt }) => {
          const text = `${term ?? "Ohne Suchbegriff"}${region ? ` in ${region}` : ""}`;
          return (
            <li key={id} className="text-[13px]">
              {jobId === null ? (
                text
              ) : (
                <Link className="link" to={`/ergebnisse/${jobId}`}>
                  {text}
                </Link>
              )}
              <span className="block text-muted">
                <Time iso={foundAt} />
                {provider && ` · ${providerName(provider)}`}
              </span>
            </li>
          );
        })}
      </ul>
      {sources.some(({ provider }) => provider === OPEN_DATA) ? (
        <OsmCredit className="mt-2" />
      ) : null}
    </Fold>
  );
}
