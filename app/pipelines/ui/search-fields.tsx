import type { SubmissionResult } from "@conform-to/react";
import { Field } from "../../components/field";
import { DEFAULT_COUNT, MAX_COUNT, MAX_SEARCH_TEXT } from "../company-search/search-terms";

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** „Was?“, „Wo?“, „Wie viele?“ After a fault they come back with what was typed. */
export function SearchFields({
  sent,
  values = null,
  idPrefix = "",
  isRegionOptional = false,
  places,
}: {
  sent: SubmissionResult | undefined;
  /** Shown before anything was sent. */
  values?: { query: string; region: string; count: string } | null;
  idPrefix?: string;
  isRegionOptional?: boolean;
  /** Suggestions for the region. */
  places?: readonly string[];
}) {
  const typed = sent?.initialValue;
  const errors = sent?.error ?? {};
  const text = { maxLength: MAX_SEARCH_TEXT * 2, autoComplete: "off" };
  return (
    <>
      <Field
        {...text}
        label="Was?"
        id={`${idPrefix}was`}
        name="query"
        defaultValue={textOf(typed?.query) ?? values?.query ?? ""}
        placeholder="Stadtwerke"
        error={errors.query?.[0]}
        required
      />
      <Field
        {...text}
        label={isRegionOptional ? "Wo? (freiwillig)" : "Wo?"}
        id={`${idPrefix}wo`}
        name="region"
        defaultValue={textOf(typed?.region) ?? values?.region ?? ""}
        placeholder="Bundesland, Ort oder Region"
        error={errors.region?.[0]}
        list={places && "regionen"}
        required={!isRegionOptional}
      />
      <CountField
        id={`${idPrefix}anzahl`}
        max={MAX_COUNT}
        value={textOf(typed?.count) ?? values?.count}
        error={errors.count?.[0]}
      />
      {places === undefined ? null : (
        <datalist id="regionen">
          {places.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}

export function CountField({
  id,
  max,
  value,
  error,
}: {
  id: string;
  max: number;
  value: string | undefined;
  error: string | undefined;
}) {
  return (
    <Field
      label="Wie viele?"
      id={id}
      name="count"
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      defaultValue={value ?? DEFAULT_COUNT}
      error={error}
    />
  );
}
