import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { Search } from "lucide-react";
import { Field } from "~/components/field";
import { Notice } from "~/components/notice";
import { FEDERAL_STATE_NAMES } from "~/leads/federal-states";
import { DEFAULT_COUNT, MAX_COUNT, MAX_SEARCH_TEXT } from "~/pipelines/company-search/search-terms";
import type { SearchValues } from "~/search/search-forms.server";

const CITIES = [
  "Berlin",
  "Hamburg",
  "München",
  "Köln",
  "Frankfurt am Main",
  "Stuttgart",
  "Düsseldorf",
  "Leipzig",
];

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What, where and how many: one line on wide screens. After a fault it comes back with what was typed. */
export function SearchForm({
  obstacle,
  values,
  lastResult,
}: {
  obstacle: string | null;
  values: SearchValues | null;
  lastResult: SubmissionResult | undefined;
}) {
  const isSending = useNavigation().formAction === "/suche";
  const typed = lastResult?.initialValue;
  const errors = lastResult?.error ?? {};
  const formError = errors[""]?.[0] ?? obstacle;
  return (
    <Form method="post" action="/suche" noValidate key={JSON.stringify(values)}>
      <Notice className="mb-4 max-w-[720px]">{formError}</Notice>
      <div className="grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_120px_auto] md:items-start">
        <Field
          label="Was?"
          id="was"
          name="query"
          defaultValue={textOf(typed?.query) ?? values?.query ?? ""}
          placeholder="Stadtwerke"
          maxLength={MAX_SEARCH_TEXT * 2}
          error={errors.query?.[0]}
          required
          autoComplete="off"
        />
        <Field
          label="Wo?"
          id="wo"
          name="region"
          defaultValue={textOf(typed?.region) ?? values?.region ?? ""}
          placeholder="Bundesland, Ort oder Region"
          maxLength={MAX_SEARCH_TEXT * 2}
          error={errors.region?.[0]}
          list="regionen"
          required
          autoComplete="off"
        />
        <Field
          label="Wie viele?"
          id="anzahl"
          name="count"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_COUNT}
          defaultValue={textOf(typed?.count) ?? values?.count ?? DEFAULT_COUNT}
          error={errors.count?.[0]}
        />
        <button type="submit" className="button button-primary md:mt-6" disabled={isSending}>
          <Search size={16} aria-hidden />
          {isSending ? "Startet …" : "Suchen"}
        </button>
      </div>
      <datalist id="regionen">
        {[...FEDERAL_STATE_NAMES, ...CITIES].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Form>
  );
}
