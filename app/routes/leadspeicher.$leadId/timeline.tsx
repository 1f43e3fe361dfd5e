import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Time } from "~/components/time";
import { UndoForm } from "~/components/toast";
import type { LeadSource } from "~/leads/get-lead.server";
import { FIELD_NAMES, type LeadEvent } from "~/leads/lead";
import { OsmCredit } from "~/leads/ui/lead-facts";
import { OPEN_DATA, providerName } from "~/providers/services";

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
};

/** Status and priority are the API's alone. */
const UNSHOWN = new Set(["latitude", "longitude", "status", "priority", "contacts", "noteEntries"]);
const NAMES: Record<string, string> = FIELD_NAMES;
const MAX_LENGTH = 80;

/** An entry with an action can be taken back for this lead. */
type Entry = LeadEvent & { actionId?: string | null | undefined };

export function Timeline({
  events,
  lead,
}: {
  events: readonly Entry[];
  lead: { id: string; approvedAt: string | null };
}) {
  return (
    <section aria-labelledby="verlauf-titel">
      <h2 id="verlauf-titel">Verlauf</h2>
      {lead.approvedAt === null ? null : (
        <p className="mt-2 text-[13px] text-muted">
          Freigegeben am <Time iso={lead.approvedAt} />
        </p>
      )}
      <ol className="mt-2">
        {events.filter(isShown).map((event) => (
          <li
            key={event.id}
            className="relative pb-3 pl-4 text-[13px] before:absolute before:top-[7px] before:left-0 before:size-[7px] before:rounded-full before:bg-edge not-last:after:absolute not-last:after:top-[18px] not-last:after:-bottom-[3px] not-last:after:left-[3px] not-last:after:w-px not-last:after:bg-line"
          >
            {headingOf(event)}
            <Changes event={event} />
            <span className="block text-muted">
              <Time iso={event.at} /> · {event.actor}
              {event.jobId === null ? null : (
                <>
                  {" · "}
                  <Link className="link" to={`/ergebnisse/${event.jobId}`}>
                    zum Lauf
                  </Link>
                </>
              )}
            </span>
            {event.actionId ? (
              <UndoForm
                actionId={event.actionId}
                leadId={lead.id}
                className="link cursor-pointer"
              />
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function isShown({ kind, changes }: LeadEvent): boolean {
  return kind !== "updated" || Object.keys(changes).some((field) => !UNSHOWN.has(field));
}

/** A website that could not be read is an event of the same kind as one that was. */
function headingOf({ kind, changes, jobId }: LeadEvent): string {
  if (kind === "enriched" && typeof changes.siteProblem?.to === "string") {
    return "Website nicht ausgewertet";
  }
  if (kind === "created" && jobId === null) return "Von Hand angelegt";
  return KINDS[kind] ?? kind;
}

function Changes({ event }: { event: LeadEvent }) {
  const isImplied = (field: string) =>
    (field === "approvedAt" && "approved" in event.changes) ||
    (field === "emails" && "email" in event.changes) ||
    (field === "phones" && "phone" in event.changes);
  const changes = Object.entries(event.changes).filter(
    ([field]) => !UNSHOWN.has(field) && !isImplied(field),
  );
  if (changes.length === 0) return null;
  return (
    <ul className="text-muted">
      {changes.map(([field, { from, to }]) => (
        <li key={field} className="break-words">
          {describeChange(field, from, to)}
        </li>
      ))}
    </ul>
  );
}

function describeChange(field: string, from: unknown, to: unknown): ReactNode {
  if (field === "approved") return to === true ? "Freigegeben" : "Freigabe zurückgezogen";
  if (field === "approvedAt") return "Zeit der Freigabe geändert";
  if (field === "tags") return describeTags(listOf(from), listOf(to));
  const name = NAMES[field] ?? field;
  const before = shown(from);
  const after = shown(to);
  if (after === "") return `${name} geleert (war: ${before})`;
  return before === "" ? `${name}: ${after}` : `${name}: ${before} → ${after}`;
}

function describeTags(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((tag) => !before.includes(tag)).map((tag) => `+ ${tag}`);
  const removed = before.filter((tag) => !after.includes(tag)).map((tag) => `− ${tag}`);
  return `Tags: ${[...added, ...removed].join(", ")}`;
}

function listOf(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === "string")
    : [];
}

function shown(value: unknown): string {
  const text = Array.isArray(value) ? listOf(value).join(", ") : String(value ?? "");
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}

export function Sources({ sources }: { sources: readonly LeadSource[] }) {
  return (
    <section aria-labelledby="quellen-titel">
      <h2 id="quellen-titel">Quellen</h2>
      <ul className="mt-2 space-y-2">
        {sources.map((source) => {
          const text = `${source.term ?? "Ohne Suchbegriff"}${source.region ? ` in ${source.region}` : ""}`;
          const provider = source.provider && providerName(source.provider);
          return (
            <li key={source.id} className="text-[13px]">
              {source.jobId === null ? (
                text
              ) : (
                <Link className="link" to={`/ergebnisse/${source.jobId}`}>
                  {text}
                </Link>
              )}
              <span className="block text-muted">
                <Time iso={source.foundAt} />
                {provider ? ` · ${provider}` : ""}
              </span>
            </li>
          );
        })}
      </ul>
      {sources.some(({ provider }) => provider === OPEN_DATA) ? (
        <OsmCredit className="mt-2" />
      ) : null}
    </section>
  );
}
