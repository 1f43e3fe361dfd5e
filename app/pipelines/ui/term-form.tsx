import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { Search } from "lucide-react";
import { Field } from "../../components/field";

/** What a form was sent with and what was wrong about it. */
type Sent = SubmissionResult | undefined;

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** „E-Mails suchen“: ticked from the beginning, afterwards as it was sent. */
export function EnrichTick({ sent, hasEmailKey }: { sent: Sent; hasEmailKey: boolean }) {
  const isTicked = sent === undefined || sent.initialValue?.enrich === "on";
  return (
    <label className="mt-3 flex items-start gap-2">
      <input type="checkbox" name="enrich" defaultChecked={isTicked} className="mt-1" />
      <span>
        E-Mails suchen
        {hasEmailKey ? null : (
          <span className="block text-[13px] text-muted">
            Dafür fehlt der Schlüssel von Anymailfinder. Die Firmen werden auch ohne gespeichert.
          </span>
        )}
      </span>
    </label>
  );
}

/** The form of the pipelines that search by a term. After a fault it comes back with what was typed. */
export function TermForm({
  path,
  sent,
  hasEmailKey,
  isRegionOptional = false,
  places,
  limits,
}: {
  path: string;
  sent: Sent;
  hasEmailKey: boolean;
  isRegionOptional?: boolean;
  /** Suggestions for the region. */
  places: readonly string[];
  limits: { text: number; count: number; defaultCount: number };
}) {
  const isSending = useNavigation().formAction === path;
  const typed = sent?.initialValue;
  const errors = sent?.error ?? {};
  return (
    <Form method="post" action={path} className="card max-w-[960px] p-4" noValidate>
      <div className="grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_120px_auto] md:items-start">
        <Field
          label="Was?"
          id="was"
          name="query"
          defaultValue={textOf(typed?.query) ?? ""}
          placeholder="Stadtwerke"
          maxLength={limits.text * 2}
          error={errors.query?.[0]}
          required
          autoComplete="off"
        />
        <Field
          label={isRegionOptional ? "Wo? (freiwillig)" : "Wo?"}
          id="wo"
          name="region"
          defaultValue={textOf(typed?.region) ?? ""}
          placeholder="Bundesland, Ort oder Region"
          maxLength={limits.text * 2}
          error={errors.region?.[0]}
          list="regionen"
          required={!isRegionOptional}
          autoComplete="off"
        />
        <Field
          label="Wie viele?"
          id="anzahl"
          name="count"
          type="number"
          inputMode="numeric"
          min={1}
          max={limits.count}
          defaultValue={textOf(typed?.count) ?? limits.defaultCount}
          error={errors.count?.[0]}
        />
        <button type="submit" className="button button-primary md:mt-6" disabled={isSending}>
          <Search size={16} aria-hidden />
          {isSending ? "Startet …" : "Suche starten"}
        </button>
      </div>
      <EnrichTick sent={sent} hasEmailKey={hasEmailKey} />
      <datalist id="regionen">
        {places.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Form>
  );
}
