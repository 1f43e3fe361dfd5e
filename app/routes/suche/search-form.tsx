import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { Search } from "lucide-react";
import { Notice } from "~/components/notice";
import { FEDERAL_STATE_NAMES } from "~/leads/federal-states";
import { SearchFields } from "~/pipelines/ui/search-fields";
import type { SearchValues } from "~/search/search-forms.server";

const PLACES = [
  ...FEDERAL_STATE_NAMES,
  "Berlin",
  "Hamburg",
  "München",
  "Köln",
  "Frankfurt am Main",
  "Stuttgart",
  "Düsseldorf",
  "Leipzig",
];

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
  const formError = lastResult?.error?.[""]?.[0] ?? obstacle;
  return (
    <Form method="post" action="/suche" noValidate key={JSON.stringify(values)}>
      <Notice className="mb-4 max-w-[720px]">{formError}</Notice>
      <div className="grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_120px_auto] md:items-start">
        <SearchFields sent={lastResult} values={values} places={PLACES} />
        <button type="submit" className="button button-primary md:mt-6" disabled={isSending}>
          <Search size={16} aria-hidden />
          {isSending ? "Startet …" : "Suchen"}
        </button>
      </div>
    </Form>
  );
}
