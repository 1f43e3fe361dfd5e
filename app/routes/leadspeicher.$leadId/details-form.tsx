import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { Choice, Field, TextArea } from "~/components/field";
import { type LeadFormField, toFieldText } from "~/leads/edit/lead-form";
import { FIELD_NAMES, type LeadEvent } from "~/leads/lead";
import type { LeadView } from "~/leads/list/lead-view.server";
import { Conflict, type LeadFormFault } from "./notes-form";
import { useShownValue } from "./unsaved";

const SCORE = [
  { value: "", label: "keine" },
  ...[1, 2, 3, 4, 5].map((score) => ({ value: String(score), label: `${score} von 5` })),
];

/** What the team knows better than a machine. A value set here is never overwritten by one. */
export function DetailsForm({
  lead,
  events,
  fault,
}: {
  lead: LeadView;
  events: readonly LeadEvent[];
  fault: LeadFormFault | null;
}) {
  const isSaving = useNavigation().formData?.get("intent") === "details";
  const [isChanged, setIsChanged] = useState(false);
  const current: Record<Exclude<LeadFormField, "notes">, string> = {
    companyType: toFieldText(lead.companyType),
    topics: toFieldText(lead.topics),
    salesScore: toFieldText(lead.salesScore),
    salesReason: toFieldText(lead.salesReason),
    offerPackage: toFieldText(lead.offerPackage),
  };
  const stored = useShownValue(current, isChanged && fault === null);
  const value = (field: keyof typeof stored) => fault?.changed[field] ?? stored[field];
  const labelled = (field: keyof typeof stored) => ({
    id: `angabe-${field}`,
    name: field,
    label: field === "topics" ? "Themen (mit Komma getrennt)" : FIELD_NAMES[field],
    error: fault?.errors[field],
  });
  const text = (field: "companyType" | "topics" | "offerPackage") => (
    <Field {...labelled(field)} defaultValue={value(field)} maxLength={2_000} />
  );
  return (
    <details open={fault !== null || undefined}>
      <summary className="cursor-pointer marker:text-muted">
        <h2 className="inline">Angaben</h2>
      </summary>
      {fault?.isConflict ? (
        <Conflict stored={current} changed={fault.changed} events={events} />
      ) : null}
      <Form
        method="post"
        className="mt-3 grid gap-3 sm:grid-cols-2"
        preventScrollReset
        replace
        data-unsaved
        onInput={() => setIsChanged(true)}
        onSubmit={() => setIsChanged(false)}
        key={JSON.stringify([lead.id, stored, fault?.changed])}
      >
        <input type="hidden" name="intent" value="details" />
        {Object.entries(stored).map(([field, seen]) => (
          <input key={field} type="hidden" name={`seen.${field}`} value={seen} />
        ))}
        {text("companyType")}
        {text("offerPackage")}
        <Choice {...labelled("salesScore")} value={value("salesScore")} options={SCORE} />
        {text("topics")}
        <TextArea
          {...labelled("salesReason")}
          className="sm:col-span-2"
          rows={3}
          defaultValue={value("salesReason")}
        />
        <span className="sm:col-span-2">
          <button type="submit" className="button" disabled={isSaving}>
            {fault?.isConflict ? "Meine Angaben speichern" : "Angaben speichern"}
          </button>
        </span>
      </Form>
    </details>
  );
}
