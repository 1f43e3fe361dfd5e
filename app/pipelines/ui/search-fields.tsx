import { Choice, Field, fieldProps, Tick } from "../../components/field";
import type { FieldReply } from "../../http/form-reply";
import { DEFAULT_COUNT, MAX_COUNT } from "../../jobs/kinds/search-terms";

const GOAL_OPTIONS = [
  { value: "new", label: "neue Firmen" },
  { value: "companies", label: "alle Firmen" },
];

export function GoalChoice({ goal = "new" }: { goal: string | undefined }) {
  return <Choice label="Was zählt?" id="ziel" name="goal" value={goal} options={GOAL_OPTIONS} />;
}

interface FieldProps<Value> {
  reply: FieldReply | undefined;
  initial?: Value | undefined;
}

export function EnrichTick({
  reply,
  initial = true,
  ...tick
}: FieldProps<boolean> & { className?: string }) {
  const isTicked = reply === undefined ? initial : reply.values.enrich === "on";
  return <Tick {...tick} name="enrich" label="E-Mails suchen" defaultChecked={isTicked} />;
}

export function CountField({
  reply,
  initial = String(DEFAULT_COUNT),
  max = MAX_COUNT,
}: FieldProps<string> & { max?: number | undefined }) {
  return (
    <Field
      {...fieldProps(reply, "count", initial)}
      label="Wie viele?"
      id="anzahl"
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
    />
  );
}
