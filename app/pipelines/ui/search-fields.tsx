import { Form, useNavigation } from "@remix-run/react";
import { Search } from "lucide-react";
import { useContext } from "react";
import { Choice, Field } from "../../components/field";
import { Notice } from "../../components/notice";
import type { FieldReply } from "../../http/form-reply";
import { FEDERAL_STATE_NAMES } from "../../leads/federal-states";
import { KeysContext } from "../../settings/ui/settings-hint";
import { DEFAULT_COUNT, MAX_COUNT, MAX_SEARCH_TEXT } from "../company-search/search-terms";

const PLACES = [
  ...FEDERAL_STATE_NAMES,
  ...["München", "Köln", "Frankfurt am Main", "Stuttgart", "Düsseldorf", "Leipzig"],
];

const MAPS_SOURCE_OPTIONS = [
  { value: "google", label: "Google Places (höchstens 60)" },
  { value: "osm", label: "OpenStreetMap (kostenlos)" },
];

export interface SearchValues {
  query: string;
  region: string;
  count: string;
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
      <CountField
        id={`${idPrefix}anzahl`}
        max={MAX_COUNT}
        value={shown ? (shown.count ?? "") : undefined}
        error={reply?.errors.count}
      />
      <datalist id={`${idPrefix}regionen`}>
        {PLACES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
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

/** „E-Mails suchen“: ticked from the beginning, afterwards as it was sent. */
export function EnrichTick({ reply }: { reply: FieldReply | undefined }) {
  const isTicked = reply === undefined || reply.values.enrich === "on";
  return (
    <label className="mt-3 flex items-start gap-2">
      <input type="checkbox" name="enrich" defaultChecked={isTicked} className="mt-0.5" />
      <span>
        E-Mails suchen
        {useContext(KeysContext).includes("anymailfinder") ? null : (
          <span className="block text-[13px] text-muted">
            Im Impressum jeder Firma; um mehr zu finden, fehlt der Schlüssel von Anymailfinder.
          </span>
        )}
      </span>
    </label>
  );
}

/** Which map is asked, where there is more than one. */
function SourceChoice({ chosen = "google", error }: { chosen?: string; error?: string }) {
  if (!useContext(KeysContext).includes("google-places")) return null;
  return (
    <details className="mt-3 max-w-[280px]" open={chosen !== "google" || undefined}>
      <summary className="inline-block cursor-pointer text-[13px] text-muted">Mehr</summary>
      <Choice
        label="Quelle"
        id="quelle"
        name="source"
        value={chosen}
        options={MAPS_SOURCE_OPTIONS}
        error={error}
      />
    </details>
  );
}

/** A search for a term in a region. Where it is a map's, it may say which one. */
export function TermForm({
  path,
  reply,
  values,
  isRegionOptional = false,
  isMap = false,
  isCard = false,
}: {
  path: string;
  reply: FieldReply | undefined;
  values?: SearchValues | null;
  isRegionOptional?: boolean;
  isMap?: boolean;
  /** Leaves it to the person whether emails are looked for. */
  isCard?: boolean;
}) {
  const isSending = useNavigation().formAction === path;
  return (
    <Form
      method="post"
      action={path}
      className={isCard ? "card max-w-[960px] p-4" : undefined}
      noValidate
    >
      <Notice className="mb-4 max-w-[720px]">{reply?.problem}</Notice>
      <div className="grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_120px_auto] md:items-start">
        <SearchFields reply={reply} values={values} isRegionOptional={isRegionOptional} />
        <button type="submit" className="button button-primary md:mt-6" disabled={isSending}>
          <Search size={16} aria-hidden />
          {isSending ? "Startet …" : isCard ? "Suche starten" : "Suchen"}
        </button>
      </div>
      {isMap ? (
        <SourceChoice
          chosen={reply?.values.source ?? values?.source}
          error={reply?.errors.source}
        />
      ) : null}
      {isCard ? <EnrichTick reply={reply} /> : null}
    </Form>
  );
}
