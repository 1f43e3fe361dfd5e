import { Form } from "@remix-run/react";
import { Field, IntentButton } from "~/components/field";
import { formatNumber } from "~/format/german";
import type { FieldReply } from "~/http/form-reply";
import type { ServiceCard } from "~/settings/settings-page.server";

type LimitField = "maxConcurrent" | "maxPerMinute" | "monthlyCeiling";

/** Limits of a service, for all jobs together. */
export function LimitsForm({
  card: { service, limits },
  reply,
}: {
  card: ServiceCard;
  reply: FieldReply | undefined;
}) {
  const field = (name: LimitField, label: string, placeholder: string) => {
    const stored = limits[name] === null ? "" : formatNumber(limits[name]);
    // A field that was sent empty is not among the values.
    const shown = reply === undefined ? stored : (reply.values[name] ?? "");
    return (
      <Field
        key={`${name} ${shown}`}
        id={`${service}-${name}`}
        name={name}
        label={label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        placeholder={placeholder}
        defaultValue={shown}
        error={reply?.errors[name]}
      />
    );
  };
  return (
    <Form method="post" action={`/einstellungen#${service}`} preventScrollReset>
      <input type="hidden" name="service" value={service} />
      <p>
        Gelten für alle Läufe zusammen. Ein leeres Feld ist der Standard. Ist die Monatsgrenze
        erreicht, werden keine weiteren Aufrufe gemacht; was gefunden ist, bleibt.
        {service === "vayne" ? " Ein Aufruf ist hier ein Auftrag mit bis zu 2.500 Profilen." : ""}
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        {field(
          "maxConcurrent",
          "Gleichzeitige Aufrufe",
          `Standard: ${formatNumber(limits.defaults.maxConcurrent)}`,
        )}
        {field(
          "maxPerMinute",
          "Aufrufe je Minute",
          `Standard: ${formatNumber(limits.defaults.maxPerMinute)}`,
        )}
        {field("monthlyCeiling", "Monatsgrenze", "keine")}
      </div>
      <IntentButton intent="limits" className="button mt-3">
        Grenzen speichern
      </IntentButton>
    </Form>
  );
}

/** „2 gleichzeitig · 500 im Monat“; „Standard“ where nothing is chosen. */
export function describeLimits(limits: ServiceCard["limits"]): string {
  const { maxConcurrent, maxPerMinute, monthlyCeiling } = limits;
  const parts = [
    maxConcurrent === null ? null : `${formatNumber(maxConcurrent)} gleichzeitig`,
    maxPerMinute === null ? null : `${formatNumber(maxPerMinute)} je Minute`,
    monthlyCeiling === null ? null : `${formatNumber(monthlyCeiling)} im Monat`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "Standard" : parts.join(" · ");
}
