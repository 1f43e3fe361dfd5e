import { Search, X } from "lucide-react";
import { useState } from "react";
import { Field, StartButton } from "~/components/field";
import { Notice } from "~/components/notice";
import { Time } from "~/components/time";
import { MAX_SEARCH_TEXT } from "~/jobs/kinds/search-terms";
import { CostLine } from "~/jobs/ui/cost-line";
import { GoalChoice } from "~/pipelines/ui/search-fields";
import type { PairRow } from "~/search/queue-form.server";
import { MAX_QUEUE, PAIR_COUNT } from "~/search/search-input";

const EMPTY_ROW: PairRow = { query: "", region: "", errors: {} };

interface PairFormProps {
  given: readonly PairRow[];
  goal: string;
  problem: string | undefined;
}

export function PairForm({ given, goal, problem }: PairFormProps) {
  const [dropped, setDropped] = useState<readonly PairRow[]>([]);
  const shown = [...given, EMPTY_ROW, EMPTY_ROW].slice(0, MAX_QUEUE);
  const times = given.length - dropped.length;
  return (
    <section className="card mt-6 max-w-[960px] p-4" aria-label="Vorgeschlagene Suchen">
      <h2>Vorgeschlagene Suchen</h2>
      <p className="text-[13px] text-muted">
        Ändern oder ergänzen; was leer ist, wird nicht gesucht. Jede Suche findet bis zu{" "}
        {PAIR_COUNT} Firmen.
      </p>
      <Notice className="mt-3">{problem}</Notice>
      <ul className="mt-3 divide-y divide-line">
        {shown.map((row, index) =>
          dropped.includes(row) ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be equal
            <li key={index}>
              <fieldset className="grid gap-x-3 gap-y-2 py-2 md:[li:not(:first-child)>&_label[for]]:sr-only md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_28px] md:items-start">
                <legend className="sr-only">Suche {index + 1}</legend>
                {(["query", "region"] as const).map((field) => (
                  <Field
                    key={field}
                    label={field === "query" ? "Was?" : "Wo?"}
                    id={`suche-${index}-${field}`}
                    name={field}
                    defaultValue={row[field]}
                    maxLength={MAX_SEARCH_TEXT * 2}
                    error={row.errors[field]}
                    autoComplete="off"
                  />
                ))}
                {index < given.length ? (
                  <button
                    type="button"
                    className="icon-button only-js min-h-9 justify-self-end md:[li:first-child>*>&]:mt-6"
                    aria-label={`Suche ${index + 1} weglassen`}
                    title="Weglassen"
                    onClick={({ currentTarget }) => {
                      currentTarget.closest("form")?.querySelector("input")?.focus();
                      setDropped([...dropped, row]);
                    }}
                  >
                    <X size={16} aria-hidden />
                  </button>
                ) : null}
                {row.searchedAt === undefined ? null : (
                  <p className="text-[13px] text-muted md:col-span-full">
                    Schon gesucht am <Time iso={row.searchedAt} day />
                  </p>
                )}
              </fieldset>
            </li>
          ),
        )}
      </ul>
      {times > 0 ? (
        <CostLine key={times} kind="search" count={PAIR_COUNT} times={times} enrich="on" />
      ) : null}
      <div className="mt-2 mr-3 inline-block w-36 align-bottom">
        <GoalChoice goal={goal} />
      </div>
      <StartButton
        intent="start-queue"
        icon={Search}
        label="Suchen starten"
        sending="Startet …"
        className="button button-primary mt-3 align-bottom"
      />
    </section>
  );
}
