import { useNavigation } from "@remix-run/react";
import { Plus, Search, X } from "lucide-react";
import { useId } from "react";
import { Field, IntentButton } from "~/components/field";
import { Notice } from "~/components/notice";
import { formatCount } from "~/format/german";
import { MAX_SEARCH_TEXT } from "~/pipelines/company-search/search-terms";
import { MAX_QUEUE, PAIR_COUNT } from "~/search/search-input";
import { type EditedRow, useRows } from "./use-rows";

export function PairForm({
  given,
  problem,
}: {
  given: Parameters<typeof useRows>[0];
  problem: string | undefined;
}) {
  const { rows, hasScript, filled, mayAdd, add, remove, change } = useRows(given, MAX_QUEUE);
  const isStarting = useNavigation().formData?.get("intent") === "start-queue";
  return (
    <section className="card mt-6 max-w-[960px] p-4" aria-label="Vorgeschlagene Suchen">
      <h2>Vorgeschlagene Suchen</h2>
      <p className="text-[13px] text-muted">
        Ändern, weglassen oder ergänzen. Jede Suche läuft mit je {PAIR_COUNT} Firmen.
      </p>
      <Notice className="mt-3">{problem}</Notice>
      <ul className="mt-3 divide-y divide-line">
        {rows.map((row, index) => (
          <PairRow
            key={row.key}
            row={row}
            number={index + 1}
            hasScript={hasScript}
            onChange={(field, value) => change(row.key, field, value)}
            onRemove={() => remove(row.key)}
          />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <IntentButton intent="start-queue" className="button button-primary" disabled={isStarting}>
          <Search size={16} aria-hidden />
          {isStarting
            ? "Startet …"
            : !hasScript || filled === 0
              ? // Without a script nobody counts what is ticked or written after the page came.
                "Suchen starten"
              : `${formatCount(filled, "Suche", "Suchen")} starten`}
        </IntentButton>
        {hasScript && mayAdd ? (
          <button type="button" className="button" onClick={add}>
            <Plus size={16} aria-hidden />
            Suche ergänzen
          </button>
        ) : null}
      </div>
    </section>
  );
}

function PairRow({
  row,
  number,
  hasScript,
  onChange,
  onRemove,
}: {
  row: EditedRow;
  number: number;
  hasScript: boolean;
  onChange: (field: "query" | "region" | "isDropped", value: string | boolean) => void;
  onRemove: () => void;
}) {
  const id = useId();
  return (
    <li>
      <fieldset className="grid gap-x-3 gap-y-2 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:items-start">
        <legend className="sr-only">Suche {number}</legend>
        {(["query", "region"] as const).map((field) => (
          <Field
            key={field}
            label={field === "query" ? "Was?" : "Wo?"}
            id={`${id}-${field}`}
            name={field}
            value={row[field]}
            onChange={(event) => onChange(field, event.target.value)}
            maxLength={MAX_SEARCH_TEXT * 2}
            error={row.errors[field]}
            autoComplete="off"
          />
        ))}
        {hasScript ? (
          <button type="button" className="button md:mt-6" onClick={onRemove}>
            <X size={16} aria-hidden />
            Weglassen
            <span className="sr-only"> (Suche {number})</span>
          </button>
        ) : (
          <label className="flex items-center gap-2 md:mt-8">
            <input
              type="checkbox"
              name="drop"
              value={number - 1}
              checked={row.isDropped}
              onChange={(event) => onChange("isDropped", event.target.checked)}
            />
            Weglassen
          </label>
        )}
      </fieldset>
    </li>
  );
}
