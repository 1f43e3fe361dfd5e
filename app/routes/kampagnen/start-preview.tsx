import { Form, useNavigation } from "@remix-run/react";
import { Play } from "lucide-react";
import type { StartPreview as Preview } from "~/campaigns/campaigns-page.server";
import { IntentButton } from "~/components/field";
import { formatCount, formatNumber } from "~/format/german";

export function StartPreview({
  preview: { kind, values },
  plan,
}: {
  preview: Preview;
  plan: NonNullable<Preview["plan"]>;
}) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <div className="border-line border-t p-4" id={`umfang-${kind}`}>
      <p className="font-medium">{formatCount(plan.toDo, "Suche", "Suchen")}</p>
      <p className="mt-1 text-muted">
        {formatCount(plan.terms.length, "Begriff", "Begriffe")} an{" "}
        {formatCount(plan.places, "Ort", "Orten")} in{" "}
        {formatCount(plan.states, "Bundesland", "Bundesländern")}.
        {plan.skipped > 0
          ? ` ${formatCount(plan.skipped, "Suche ist", "Suchen sind")} schon erledigt und ${plan.skipped === 1 ? "wird" : "werden"} übersprungen.`
          : ""}{" "}
        {plan.toDo === 0
          ? "Es bleibt nichts zu tun; „Auch schon erledigte noch einmal“ wiederholt alles."
          : `In OpenStreetMap kostet das nichts, bei Google Places bis zu 3 Aufrufe je Suche, höchstens ${formatNumber(plan.maxCalls)}.`}
      </p>
      {plan.toDo === 0 ? null : (
        <Form method="post" action="/kampagnen" className="mt-3">
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="terms" value={values.terms} />
          {values.states.map((state) => (
            <input key={state} type="hidden" name="states" value={state} />
          ))}
          <input type="hidden" name="placesPerState" value={values.placesPerState} />
          <input type="hidden" name="count" value={values.count} />
          {values.again ? <input type="hidden" name="again" value="on" /> : null}
          <IntentButton intent="start" className="button button-primary" disabled={isSending}>
            <Play size={16} aria-hidden />
            {formatCount(plan.toDo, "Suche", "Suchen")} starten
          </IntentButton>
        </Form>
      )}
    </div>
  );
}
