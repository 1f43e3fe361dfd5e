import { Form } from "@remix-run/react";
import { ChevronRight } from "lucide-react";
import { Choice, IntentButton } from "~/components/field";
import { FEDERAL_STATE_NAMES } from "~/leads/federal-states";

const OPTIONS = [
  { value: "", label: "keines" },
  ...FEDERAL_STATE_NAMES.map((name) => ({ value: name, label: name })),
];

/** The first federal states of campaigns for utilities, a setting of the team. */
export function FirstStatesForm({ firstStates }: { firstStates: readonly string[] }) {
  const [first = "", second = ""] = firstStates;
  return (
    <details className="group border-line border-t px-4 py-2">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 text-accent">
        <ChevronRight size={16} className="group-open:rotate-90" aria-hidden />
        Beginnt in{" "}
        {firstStates.length === 0 ? "alphabetischer Reihenfolge" : firstStates.join(", ")}
      </summary>
      <Form method="post" action="/kampagnen" className="grid gap-3 pb-2 sm:grid-cols-2">
        <Choice label="Zuerst" id="zuerst" name="firstStates" value={first} options={OPTIONS} />
        <Choice label="Dann" id="danach" name="firstStates" value={second} options={OPTIONS} />
        <div>
          <IntentButton intent="settings">Reihenfolge speichern</IntentButton>
        </div>
      </Form>
    </details>
  );
}
