import { Form, Link, useLocation, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { FieldError, faultProps } from "~/components/field";
import { Notice } from "~/components/notice";
import { Time } from "~/components/time";
import { LEAD_FORM_FIELDS, type LeadFormValues } from "~/leads/edit/lead-form";
import { FIELD_NAMES, type LeadEvent } from "~/leads/lead";
import type { LeadView } from "~/leads/list/lead-view.server";
import { useShownValue } from "./unsaved";

export interface LeadFormFault {
  changed: LeadFormValues;
  errors: LeadFormValues;
  /** Somebody else changed the same meanwhile; nothing was written. */
  isConflict: boolean;
}

/**
 * The notes, edited where they stand. Beside them goes what was on the screen, so that nobody overwrites what somebody
 * else wrote meanwhile without having seen it.
 */
export function NotesForm({
  lead,
  events,
  fault,
}: {
  lead: LeadView;
  events: readonly LeadEvent[];
  fault: LeadFormFault | null;
}) {
  const stored = lead.notes ?? "";
  return (
    <section aria-labelledby="notizen-titel">
      <h2 id="notizen-titel">Notizen</h2>
      {fault?.isConflict ? (
        <Conflict stored={{ notes: stored }} changed={fault.changed} events={events} />
      ) : null}
      {/* A refused text is a new field, and so is the next lead's. */}
      <NotesField key={`${lead.id} ${fault?.changed.notes ?? ""}`} stored={stored} fault={fault} />
    </section>
  );
}

function NotesField({ stored, fault }: { stored: string; fault: LeadFormFault | null }) {
  const [isChanged, setIsChanged] = useState(fault !== null);
  // A refusal has shown what is stored now.
  const shown = useShownValue(stored, isChanged && fault === null);
  const isSaving = useNavigation().formData?.get("intent") === "notes";
  const isConflict = fault?.isConflict ?? false;
  const error = fault?.errors.notes;
  return (
    <Form
      method="post"
      className="mt-2"
      preventScrollReset
      replace
      data-unsaved
      onSubmit={() => setIsChanged(false)}
    >
      <input type="hidden" name="intent" value="notes" />
      <input type="hidden" name="seen.notes" value={shown} />
      <textarea
        key={fault === null ? shown : "refused"}
        id="notizen"
        name="notes"
        className="input textarea"
        rows={4}
        defaultValue={fault?.changed.notes ?? shown}
        readOnly={isSaving}
        placeholder="Was war, was ist vereinbart?"
        aria-labelledby="notizen-titel"
        {...faultProps(error, "notizen-fehler")}
        onChange={(event) => setIsChanged(event.currentTarget.value !== shown || isConflict)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.currentTarget.form?.requestSubmit();
          }
        }}
      />
      <FieldError id="notizen-fehler">{error}</FieldError>
      <span className="mt-2 flex flex-wrap items-center gap-3">
        <button
          type="submit"
          className={`button ${isChanged ? "button-primary" : ""}`}
          disabled={isSaving}
        >
          {isConflict ? "Meine Fassung speichern" : "Notizen speichern"}
        </button>
        {isChanged && fault === null ? (
          <span className="text-[13px] text-muted">Noch nicht gespeichert</span>
        ) : null}
      </span>
    </Form>
  );
}

/** What somebody else wrote meanwhile into fields that a refused form would overwrite. */
export function Conflict({
  stored,
  changed,
  events,
}: {
  stored: LeadFormValues;
  changed: LeadFormValues;
  events: readonly LeadEvent[];
}) {
  const { pathname, search } = useLocation();
  const differing = LEAD_FORM_FIELDS.filter(
    (field) => field in changed && stored[field] !== undefined && stored[field] !== changed[field],
  );
  const event = events.find(({ changes }) => differing.some((field) => field in changes));
  return (
    <Notice className="mt-2">
      <p className="font-medium">
        {event?.actor ?? "Jemand"} hat inzwischen etwas geändert
        {event === undefined ? null : " am "}
        {event === undefined ? null : <Time iso={event.at} />}. Ihre Fassung ist noch nicht
        gespeichert.
      </p>
      <p className="mt-2 text-[13px]">Gespeichert ist jetzt:</p>
      <ul className="mt-1 max-h-40 overflow-y-auto border-current border-l-2 px-2 py-1.5">
        {differing.map((field) => (
          <li key={field} className="whitespace-pre-line break-words">
            {FIELD_NAMES[field]}: {stored[field] || "(leer)"}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-[13px]">
        Unten steht Ihre Fassung. Sie ersetzt beim Speichern die gespeicherte.{" "}
        <Link className="link" to={`${pathname}${search}`} replace preventScrollReset>
          Gespeicherte behalten
        </Link>
      </p>
    </Notice>
  );
}
