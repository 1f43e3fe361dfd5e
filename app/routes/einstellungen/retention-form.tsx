import { Form } from "@remix-run/react";
import { Field, IntentButton } from "~/components/field";
import { formatCount } from "~/format/german";
import type { FieldReply } from "~/http/form-reply";
import type { findRetention, Outdated } from "~/settings/retention.server";

interface RetentionProps {
  retention: Awaited<ReturnType<typeof findRetention>>;
  reply: FieldReply | undefined;
  /** What the typed days would delete, where somebody asked. */
  preview: Outdated | undefined;
}

/** How long data is kept that nobody works with. */
export function RetentionForm({ retention, reply, preview }: RetentionProps) {
  const { settings } = retention;
  const { runs, lists } = preview ?? retention.outdated;
  const days = (name: keyof typeof settings, label: string, affected: string, count: number) => (
    <div className="mt-3">
      <Field
        label={label}
        id={`aufbewahrung-${name}`}
        name={name}
        inputMode="numeric"
        className="max-w-[400px]"
        defaultValue={reply?.values[name] ?? settings[name]}
        error={reply?.errors[name]}
        required
      />
      <p className="mt-1 text-[13px] text-muted">
        Heute {count === 1 ? "würde" : "würden"} {affected} betroffen sein.
      </p>
    </div>
  );
  return (
    <section id="aufbewahrung" className="card mt-4 p-4" aria-labelledby="aufbewahrung-titel">
      <h2 id="aufbewahrung-titel">Aufbewahrung</h2>
      <p className="text-muted">
        Rohdaten sind, was Läufe fanden und meldeten, ohne dass ein Lead daraus wurde. Leads, ihre
        Herkunft und die Zahlen der Läufe bleiben.
      </p>
      <Form method="post" action="/einstellungen#aufbewahrung" preventScrollReset noValidate>
        {days(
          "rawDays",
          "Rohdaten der Läufe löschen nach … Tagen",
          formatCount(runs, "Lauf", "Läufe"),
          runs,
        )}
        {days(
          "uploadDays",
          "Hochgeladene Listen löschen nach … Tagen",
          formatCount(lists, "Liste", "Listen"),
          lists,
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <IntentButton intent="retention">Aufbewahrung speichern</IntentButton>
          <IntentButton intent="retention-preview">Betroffene zählen</IntentButton>
        </div>
      </Form>
    </section>
  );
}
