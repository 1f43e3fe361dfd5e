import { Form, useLocation } from "@remix-run/react";
import { ChevronRight, Play } from "lucide-react";
import { useState } from "react";
import {
  type CampaignKind,
  DEFAULT_PER_SEARCH,
  DEFAULT_PLACES,
  KIND_NAMES,
  MAX_PER_SEARCH,
  MAX_PLACES,
  MAX_TERMS,
  UTILITY_TERMS,
} from "~/campaigns/campaign";
import type { StartPreview as Preview } from "~/campaigns/campaigns-page.server";
import { Field, FieldError, IntentButton, StartButton, TextArea } from "~/components/field";
import { formatCount } from "~/format/german";
import { CostLine } from "~/jobs/ui/cost-line";
import { FEDERAL_STATE_NAMES } from "~/reading/places/federal-states";

const INTRODUCTIONS: Record<CampaignKind, string> = {
  bundeslaender: "Eigene Suchbegriffe an den größten Orten jedes Bundeslands.",
  energieversorger: `${UTILITY_TERMS.join(", ")} an den größten Orten jedes Bundeslands.`,
};

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

/** The form of one campaign kind. It leads to a preview, which starts the campaign. */
export function StartCard({ kind, preview }: { kind: CampaignKind; preview: Preview | null }) {
  const { key } = useLocation();
  // A preview belongs to the values sent; a change hides it until it is computed again.
  const [changedOn, setChangedOn] = useState<string | null>(null);
  const own = preview?.kind === kind ? preview : null;
  const values = own?.values ?? EMPTY;
  const { states } = values;
  const errors: Partial<Record<string, string>> = own?.errors ?? {};
  const statesErrorId = `laender-${kind}-fehler`;
  return (
    <section className="card min-w-0" aria-labelledby={`titel-${kind}`} id={kind}>
      <Form
        method="get"
        id={`form-${kind}`}
        action={`/kampagnen#${kind}`}
        onInput={() => setChangedOn(key)}
        className="p-4"
        noValidate
        key={JSON.stringify(values)}
      >
        <h2 id={`titel-${kind}`}>{KIND_NAMES[kind]}</h2>
        <p className="text-muted">{INTRODUCTIONS[kind]}</p>
        <input type="hidden" name="kind" value={kind} />
        {kind === "bundeslaender" ? (
          <TextArea
            label={`Suchbegriffe, je Zeile einer, höchstens ${MAX_TERMS}`}
            id="suchbegriffe"
            name="terms"
            rows={3}
            className="mt-3"
            defaultValue={values.terms}
            placeholder="Stadtwerke"
            error={errors.terms}
          />
        ) : null}
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          {COUNTS.map(({ id, name, ...field }) => (
            <Field
              {...field}
              key={name}
              id={`${id}-${kind}`}
              name={name}
              type="number"
              inputMode="numeric"
              min={1}
              defaultValue={values[name]}
              error={errors[name]}
            />
          ))}
        </div>
        <details className="group mt-2" open={errors.states !== undefined || undefined}>
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
                  aria-describedby={errors.states && statesErrorId}
                />
                {name}
              </label>
            ))}
          </fieldset>
          <FieldError id={statesErrorId}>{errors.states}</FieldError>
        </details>
        <label className="choice max-md:min-h-8">
          <input type="checkbox" name="again" defaultChecked={values.again} />
          Erledigte Suchen wiederholen
        </label>
        <IntentButton label="Umfang berechnen" className="button mt-2" />
      </Form>
      {own?.plan && changedOn !== key ? (
        <StartPreview kind={kind} count={values.count} plan={own.plan} />
      ) : null}
    </section>
  );
}

function StartPreview({
  kind,
  count,
  plan: { toDo, terms, places, states, skipped, key },
}: {
  kind: CampaignKind;
  count: string;
  plan: NonNullable<Preview["plan"]>;
}) {
  const sentences = [
    `${formatCount(terms.length, "Begriff", "Begriffe")} an ${formatCount(places, "Ort", "Orten")} in ${formatCount(states, "Bundesland", "Bundesländern")}.`,
    skipped > 0 &&
      `${formatCount(skipped, "Suche ist", "Suchen sind")} schon erledigt und ${skipped === 1 ? "wird" : "werden"} übersprungen.`,
    toDo === 0 && "Es bleibt nichts zu tun; „Erledigte Suchen wiederholen“ wiederholt alles.",
  ];
  return (
    <div className="border-line border-t p-4" id={`umfang-${kind}`}>
      <p className="font-medium">{formatCount(toDo, "Suche", "Suchen")}</p>
      <p className="mt-1 text-muted">{sentences.filter(Boolean).join(" ")}</p>
      {toDo === 0 ? null : (
        <>
          <Form method="get" action="/kosten" className="mt-3">
            <CostLine key={`${toDo} ${count}`} kind="campaign" count={Number(count)} times={toDo} />
          </Form>
          {/* Sends the form above with the previewed plan. */}
          <StartButton
            form={`form-${kind}`}
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
