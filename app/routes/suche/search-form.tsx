import { Form, useNavigation } from "@remix-run/react";
import { Search } from "lucide-react";
import { Notice } from "~/components/notice";
import type { FieldReply } from "~/http/form-reply";
import { FEDERAL_STATE_NAMES } from "~/leads/federal-states";
import { SearchFields, type SearchValues } from "~/pipelines/ui/search-fields";

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
  values,
  reply,
}: {
  values: SearchValues | null;
  reply: FieldReply | undefined;
}) {
  const isSending = useNavigation().formAction === "/suche";
  return (
    <Form method="post" action="/suche" noValidate>
      <Notice className="mb-4 max-w-[720px]">{reply?.problem}</Notice>
      <div className="grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_120px_auto] md:items-start">
        <SearchFields reply={reply} values={values} places={PLACES} />
        <button type="submit" className="button button-primary md:mt-6" disabled={isSending}>
          <Search size={16} aria-hidden />
          {isSending ? "Startet …" : "Suchen"}
        </button>
      </div>
    </Form>
  );
}
