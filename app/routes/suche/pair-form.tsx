import { Search } from "lucide-react";
import { Field, StartButton } from "~/components/field";
import { Notice } from "~/components/notice";
import { Time } from "~/components/time";
import { MAX_SEARCH_TEXT } from "~/jobs/kinds/search-terms";
import { CostLine } from "~/jobs/ui/cost-line";
import { GoalChoice } from "~/pipelines/ui/search-fields";
import type { PairRow } from "~/search/queue-form.server";
import { MAX_QUEUE, PAIR_COUNT } from "~/search/search-input";

const EMPTY_ROW: PairRow = { query: "", region: "", isDropped: false, errors: {} };

interface PairFormProps {
  given: readonly PairRow[];
  goal: string;
  problem: string | undefined;
}

export function PairForm({ given, goal, problem }: PairFormProps) {
  const shown = [...given, EMPTY_ROW, EMPTY_ROW].slice(0, MAX_QUEUE);
  return (
    <section className="card mt-6 max-w-[960px] p-4" aria-label="Vorgeschlagene Suchen">
      <h2>Vorgeschlagene Suchen</h2>
      <p className="text-[13px] text-muted">
        Ändern, weglassen oder ergänzen. Jede Suche findet bis zu {PAIR_COUNT} Firmen.
      </p>
      <Notice className="mt-3">{problem}</Notice>
      <ul className="mt-3 divide-y divide-line">
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be equal
          <li key={index}>
            <fieldset className="grid gap-x-3 gap-y-2 py-2 md:[li:not(:first-child)>&_label[for]]:sr-only md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_110px] md:items-start">
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
                <label className="flex items-center gap-2 md:mt-2 md:[li:first-child>*>&]:mt-8">
                  <input type="checkbox" name="drop" value={index} defaultChecked={row.isDropped} />
                  Weglassen
                </label>
              ) : null}
              {row.searchedAt === undefined ? null : (
                <p className="text-[13px] text-muted md:col-span-full">
                  Schon gesucht am <Time iso={row.searchedAt} day />
                </p>
              )}
            </fieldset>
          </li>
        ))}
      </ul>
      {given.length > 0 ? (
        <CostLine kind="search" count={PAIR_COUNT} times={given.length} enrich="on" />
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
