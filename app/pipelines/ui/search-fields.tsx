import type { ComponentProps } from "react";
import { Choice, Field } from "../../components/field";
import type { FieldReply } from "../../http/form-reply";
import { FEDERAL_STATE_NAMES } from "../../leads/federal-states";
import { DEFAULT_COUNT, MAX_COUNT, MAX_SEARCH_TEXT } from "../company-search/search-terms";

const PLACES = [
  ...FEDERAL_STATE_NAMES,
  ...["München", "Köln", "Frankfurt am Main", "Stuttgart", "Düsseldorf", "Leipzig"],
];

export interface SearchValues {
  query: string;
  region: string;
  count: string;
  goal?: string;
  source: string;
}

/** „Was?“, „Wo?“, „Wie viele?“ After a fault they come back with what was typed. */
export function SearchFields({
  reply,
  values,
  idPrefix = "",
  isRegionOptional = false,
}: {
  reply: FieldReply | undefined;
  /** Shown before anything was sent. */
  values?: SearchValues | null | undefined;
  idPrefix?: string;
  isRegionOptional?: boolean;
}) {
  const shown: Partial<SearchValues> | null | undefined = reply?.values ?? values;
  const candidates = reply?.choices?.region ?? [];
  const text = { maxLength: MAX_SEARCH_TEXT * 2, autoComplete: "off" };
  return (
    <>
      <Field
        {...text}
        label="Was?"
        id={`${idPrefix}was`}
        name="query"
        defaultValue={shown?.query ?? ""}
        placeholder="Stadtwerke"
        error={reply?.errors.query}
        required
      />
      {candidates.length > 0 ? (
        <Choice
          label="Wo?"
          id={`${idPrefix}wo`}
          name="region"
          value={candidates[0] ?? ""}
          options={candidates.map((value) => ({ value, label: value }))}
          error={reply?.errors.region}
        />
      ) : (
        <Field
          {...text}
          label={isRegionOptional ? "Wo? (freiwillig)" : "Wo?"}
          id={`${idPrefix}wo`}
          name="region"
          defaultValue={shown?.region ?? ""}
          placeholder="Bundesland, Ort oder Region"
          error={reply?.errors.region}
          list={`${idPrefix}regionen`}
          required={!isRegionOptional}
        />
      )}
      <CountField id={`${idPrefix}anzahl`} reply={reply} values={values} />
      <datalist id={`${idPrefix}regionen`}>
        {PLACES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

export function CountField({
  id = "anzahl",
  max = MAX_COUNT,
  reply,
  values,
}: Pick<ComponentProps<typeof SearchFields>, "reply" | "values"> & { id?: string; max?: number }) {
  const shown = reply?.values ?? values;
  return (
    <Field
      label="Wie viele?"
      id={id}
      name="count"
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      defaultValue={shown ? (shown.count ?? "") : DEFAULT_COUNT}
      error={reply?.errors.count}
    />
  );
}
