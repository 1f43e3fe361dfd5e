import { Form, useLocation } from "@remix-run/react";
import { ChevronRight, Play } from "lucide-react";
import { useState } from "react";
import {
  DEFAULT_PER_SEARCH,
  DEFAULT_PLACES,
  MAX_PER_SEARCH,
  MAX_PLACES,
  MAX_TERMS,
} from "~/campaigns/campaign";
import type { StartPreview as Preview } from "~/campaigns/campaigns-page.server";
import { Field, FieldError, IntentButton, StartButton, TextArea, Tick } from "~/components/field";
import { formatCount } from "~/format/german";
import { Estimate } from "~/jobs/ui/cost-line";
import { FEDERAL_STATE_NAMES } from "~/reading/places/federal-states";

const COUNTS = [
  { name: "placesPerState", id: "orte", label: "Orte je Bundesland", max: MAX_PLACES },
  { name: "count", id: "firmen", label: "Firmen je Suche", max: MAX_PER_SEARCH },
] as const;

const EMPTY: Preview["values"] = {
  terms: "",
  states: [...FEDERAL_STATE_NAMES],
  placesPerState: String(DEFAULT_PLACES),
  count: String(DEFAULT_PER_SEARCH),
  again: false,
};

const FORM = "neue-kampagne";

/** The form leads to a preview, which starts the campaign. */
export function StartCard({ preview }: { preview: Preview | null }) {
  const { key } = useLocation();
  // A preview belongs to the values sent; a change hides it until it is computed again.
  const [changedOn, setChangedOn] = useState<string | null>(null);
  const values = preview?.values ?? EMPTY;
  const { states } = values;
  const errors: Partial<Record<string, string>> = preview?.errors ?? {};
  return (
    <section className="card mt-4 max-w-[960px]" aria-label="Neue Kampagne">
      <Form
        method="get"
        id={FORM}
        action="/kampagnen"
        onInput={() => setChangedOn(key)}
        className="grid grid-cols-1 gap-x-6 gap-y-3 p-4 md:grid-cols-2"
        noValidate
        key={JSON.stringify(values)}
      >
        <TextArea
          label={`Suchbegriffe, je Zeile einer, höchstens ${MAX_TERMS}`}
          id="suchbegriffe"
          name="terms"
          rows={4}
          defaultValue={values.terms}
          placeholder="Stadtwerke"
          error={errors.terms}
        />
        <div>
          <div className="grid gap-3 sm:grid-cols-2">
            {COUNTS.map(({ name, ...field }) => (
              <Field
                {...field}
                key={name}
                name={name}
                type="number"
                inputMode="numeric"
                min={1}
                defaultValue={values[name]}
                error={errors[name]}
              />
            ))}
          </div>
          <Tick name="again" label="Erledigte Suchen wiederholen" defaultChecked={values.again} />
        </div>
        <details className="group md:col-span-2" open={errors.states !== undefined || undefined}>
          <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 text-accent">
            <ChevronRight size={16} className="group-open:rotate-90" aria-hidden />
            {states.length === FEDERAL_STATE_NAMES.length
              ? "Alle 16 Bundesländer"
              : formatCount(states.length, "Bundesland", "Bundesländer")}
          </summary>
          <fieldset className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-x-3 gap-y-0.5">
            <legend className="sr-only">Bundesländer</legend>
            {FEDERAL_STATE_NAMES.map((name) => (
              <label key={name} className="choice max-md:min-h-8">
                <input
                  type="checkbox"
                  name="states"
                  value={name}
                  defaultChecked={states.includes(name)}
                  aria-describedby={errors.states && "laender-fehler"}
                />
                {name}
              </label>
            ))}
          </fieldset>
          <FieldError id="laender-fehler">{errors.states}</FieldError>
        </details>
        <p className="flex flex-wrap gap-2 md:col-span-2">
          <IntentButton label="Umfang berechnen" />
          <button type="submit" name="kind" value="energieversorger" className="button">
            Energieversorger einsetzen
          </button>
        </p>
      </Form>
      {preview?.plan && changedOn === key ? (
        <p className="px-4 pb-4 text-muted">Geändert – bitte den Umfang neu berechnen.</p>
      ) : null}
      {preview?.plan && changedOn !== key ? <StartPreview plan={preview.plan} /> : null}
    </section>
  );
}

function StartPreview({
  plan: { toDo, terms, places, states, skipped, cost, key },
}: {
  plan: NonNullable<Preview["plan"]>;
}) {
  const sentences = [
    `${formatCount(terms.length, "Begriff", "Begriffe")} an ${formatCount(places, "Ort", "Orten")} in ${formatCount(states, "Bundesland", "Bundesländern")}.`,
    skipped > 0 &&
      `${formatCount(skipped, "Suche ist", "Suchen sind")} schon erledigt und ${skipped === 1 ? "wird" : "werden"} übersprungen.`,
    toDo === 0 && "Es bleibt nichts zu tun; „Erledigte Suchen wiederholen“ wiederholt alles.",
  ];
  return (
    <div className="border-line border-t p-4">
      <p className="font-medium">{formatCount(toDo, "Suche", "Suchen")}</p>
      <p className="mt-1 text-muted">{sentences.filter(Boolean).join(" ")}</p>
      {cost === null ? null : (
        <>
          <Estimate estimate={cost} />
          {/* Sends the form above with the previewed plan. */}
          <StartButton
            form={FORM}
            formMethod="post"
            formAction="/kampagnen"
            intent={`start:${key}`}
            icon={Play}
            label={`${formatCount(toDo, "Suche", "Suchen")} starten`}
            className="button button-primary mt-3"
          />
        </>
      )}
    </div>
  );
}
