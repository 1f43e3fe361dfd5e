import { Choice, Field, fieldProps, plainOptions } from "../../components/field";
import type { FieldReply } from "../../http/form-reply";
import { DEFAULT_COUNT, MAX_COUNT, MAX_SEARCH_TEXT } from "../../jobs/kinds/search-terms";
import { FEDERAL_STATE_NAMES } from "../../reading/places/federal-states";

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

interface SearchFieldsProps {
  reply: FieldReply | undefined;
  values?: SearchValues | null | undefined;
  idPrefix?: string;
  isRegionOptional?: boolean;
}

export function SearchFields({
  reply,
  values,
  idPrefix = "",
  isRegionOptional = false,
}: SearchFieldsProps) {
  const candidates = reply?.choices?.region ?? [];
  const text = { maxLength: MAX_SEARCH_TEXT * 2, autoComplete: "off" };
  const region = { label: isRegionOptional ? "Wo? (optional)" : "Wo?", id: `${idPrefix}wo` };
  return (
    <>
      <Field
        {...text}
        {...fieldProps(reply, "query", values?.query)}
        label="Was?"
        id={`${idPrefix}was`}
        placeholder="Stadtwerke"
        required
      />
      {candidates.length > 0 ? (
        <Choice
          {...region}
          name="region"
          value={candidates[0] ?? ""}
          options={plainOptions(candidates)}
          error={reply?.errors.region}
        />
      ) : (
        <Field
          {...text}
          {...fieldProps(reply, "region", values?.region)}
          {...region}
          placeholder="Bundesland, Ort oder Region"
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
}: Pick<SearchFieldsProps, "reply" | "values"> & { id?: string; max?: number }) {
  return (
    <Field
      {...fieldProps(reply, "count", values?.count ?? DEFAULT_COUNT)}
      {...{ id, max }}
      label="Wie viele?"
      type="number"
      inputMode="numeric"
      min={1}
    />
  );
}
