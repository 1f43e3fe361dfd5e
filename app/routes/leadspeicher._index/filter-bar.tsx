import { Form, Link } from "@remix-run/react";
import { Search } from "lucide-react";
import { Choice } from "~/components/field";
import { formatNumber } from "~/format/german";
import { FEDERAL_STATE_NAMES } from "~/leads/federal-states";
import { type LeadFilter, MAX_QUERY_LENGTH } from "~/leads/lead-filters";

const ANY = { value: "", label: "Alle" };

function choiceOf(value: boolean | undefined): string {
  return value === undefined ? "" : String(value);
}

/** The filters as a form whose fields are the address: what it sends can be kept, shared and gone back to. */
export function FilterBar({
  filter,
  sort,
  dir,
  pageSize,
  terms,
}: {
  filter: LeadFilter;
  sort: string;
  dir: string;
  pageSize: number;
  terms: readonly { term: string; count: number }[];
}) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Form
      method="get"
      action="/leadspeicher"
      role="search"
      className="mt-4 flex flex-wrap items-end gap-3"
    >
      <div className="min-w-0 grow basis-64">
        <label htmlFor="q" className="mb-1 block text-[13px] text-muted">
          Suchen
        </label>
        <input
          id="q"
          name="q"
          type="search"
          className="input"
          key={filter.q}
          defaultValue={filter.q ?? ""}
          maxLength={MAX_QUERY_LENGTH}
          placeholder="Firma, Domain, E-Mail, Telefon, Adresse …"
        />
      </div>
      <div className="grid grow basis-80 grid-cols-2 gap-3 lg:grid-cols-4">
        <Choice
          label="Bundesland"
          id="bundesland"
          name="federalState"
          value={filter.federalState?.[0] ?? ""}
          options={[ANY, ...FEDERAL_STATE_NAMES.map((name) => ({ value: name, label: name }))]}
        />
        <Choice
          label="Suchbegriff"
          id="suchbegriff"
          name="term"
          value={filter.term?.[0] ?? ""}
          options={[
            ANY,
            ...terms.map(({ term, count }) => ({
              value: term,
              label: `${term} (${formatNumber(count)})`,
            })),
          ]}
        />
        <Choice
          label="E-Mail"
          id="email"
          name="hasEmail"
          value={choiceOf(filter.hasEmail)}
          options={[
            ANY,
            { value: "true", label: "mit E-Mail" },
            { value: "false", label: "ohne E-Mail" },
          ]}
        />
        <Choice
          label="Telefon"
          id="telefon"
          name="hasPhone"
          value={choiceOf(filter.hasPhone)}
          options={[
            ANY,
            { value: "true", label: "mit Telefon" },
            { value: "false", label: "ohne Telefon" },
          ]}
        />
      </div>
      <input type="hidden" name="sort" value={sort} />
      <input type="hidden" name="dir" value={dir} />
      <input type="hidden" name="pageSize" value={pageSize} />
      <div className="flex gap-2">
        <button type="submit" className="button button-primary">
          <Search size={16} aria-hidden />
          Filtern
        </button>
        {isFiltered ? (
          <Link className="button" to="/leadspeicher">
            Zurücksetzen
          </Link>
        ) : null}
      </div>
    </Form>
  );
}
