import { Field, replied } from "~/components/field";
import { formatCount } from "~/format/german";
import type { FieldReply } from "~/http/form-reply";
import type { findRetention, Outdated } from "~/settings/retention.server";
import { SettingsCard } from "~/settings/ui/settings-frame";

interface RetentionProps {
  retention: Awaited<ReturnType<typeof findRetention>>;
  reply: FieldReply | undefined;
  preview: Outdated | undefined;
}

const TEXT =
  "Rohdaten sind, was Läufe fanden und meldeten, ohne dass ein Lead daraus wurde. Leads, ihre Herkunft und die Zahlen der Läufe bleiben.";

export function RetentionForm({ retention, reply, preview }: RetentionProps) {
  const { settings } = retention;
  const { runs, lists } = preview ?? retention.outdated;
  const days = (name: keyof typeof settings, label: string, count: number, affected: string) => (
    <div className="mt-3">
      <Field
        {...replied(reply, name, settings[name])}
        label={label}
        id={`aufbewahrung-${name}`}
        inputMode="numeric"
        className="max-w-[400px]"
        required
      />
      <p className="mt-1 text-[13px] text-muted">
        Heute {count === 1 ? "würde" : "würden"} {affected} betroffen sein.
      </p>
    </div>
  );
  const [raw, uploads] = [
    formatCount(runs, "Lauf", "Läufe"),
    formatCount(lists, "Liste", "Listen"),
  ];
  return (
    <SettingsCard
      id="aufbewahrung"
      title="Aufbewahrung"
      text={TEXT}
      buttons={{ retention: "Aufbewahrung speichern", "retention-preview": "Betroffene zählen" }}
    >
      {days("rawDays", "Rohdaten der Läufe löschen nach … Tagen", runs, raw)}
      {days("uploadDays", "Hochgeladene Listen löschen nach … Tagen", lists, uploads)}
    </SettingsCard>
  );
}
