import { Download } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { EmptyNote } from "../../components/card";
import { Tabs } from "../../components/page";
import { Pagination } from "../../components/pagination";
import { formatNumber } from "../../format/german";
import type { ListOptions } from "../../leads/list/filters";
import { isFinished, type Job, regionOf } from "../job";
import { runTitle } from "../job-words";
import { JOB_KINDS } from "../kinds/registry";
import type { JobSnapshot } from "../progress/job-snapshot";
import {
  countResults,
  isOver,
  RESULTS_PER_PAGE,
  type ResultsQuery,
  resultsQueryParams,
} from "../progress/job-snapshot";
import { JobCard } from "./job-card";
import { ResultLeads } from "./result-leads";
import { AdoptForm, RestoreForm, ResultTable } from "./result-table";
import { useJobProgress } from "./use-job-progress";

interface ShownResults {
  snapshot: JobSnapshot;
  query: ResultsQuery;
  pageAddress: string;
  list: ListOptions;
  footer?: (snapshot: JobSnapshot) => ReactNode;
}

export function JobResults(props: ShownResults) {
  const { snapshot, query } = props;
  return <FollowedResults key={`${snapshot.job.id} ${resultsQueryParams(query)}`} {...props} />;
}

function FollowedResults({ snapshot: initial, query, pageAddress, list, footer }: ShownResults) {
  const address = (to: ResultsQuery) => {
    const params = resultsQueryParams(to).toString();
    if (params === "") return pageAddress;
    return `${pageAddress}${pageAddress.includes("?") ? "&" : "?"}${params}`;
  };
  const snapshot = useJobProgress(
    initial,
    `/ergebnisse/${initial.job.id}/verlauf?${resultsQueryParams(query)}`,
  );
  const title = runTitle(snapshot);
  // What ran in this page keeps its height, so that nothing moves the row under the mouse.
  const [keepsHeight, setKeepsHeight] = useState(false);
  if (!keepsHeight && !isOver(snapshot)) setKeepsHeight(true);
  // Remix sets the title only when a page loads.
  useEffect(() => {
    document.title = title;
  });
  const { job, parts, totals, results, page } = snapshot;
  const { selection } = query;
  const areLeads = selection === "stored" || selection === "new";
  const others = areLeads ? results.filter(({ lead }) => lead === null) : results;
  const counts = countResults(snapshot);
  const total = counts[selection];
  const kind = JOB_KINDS[job.kind];
  const region = regionOf(job);
  const offered = SELECTIONS.filter((one) => one !== "outside" || counts.outside > 0);
  const tabs = offered.map((one) => ({
    to: address({ selection: one, page: 1 }),
    isCurrent: one === selection,
    label: (
      <>
        {VIEWS[one][0]}{" "}
        {one === "outside" && region && <span className="max-w-44 truncate">von {region}</span>}
        <span className="tabular-nums">{formatNumber(counts[one])}</span>
      </>
    ),
  }));
  const exported = new URLSearchParams(EXCEL[selection][1]);
  if (parts.length > 0) exported.set("parts", "true");
  if (areLeads) exported.set("job", job.id);
  const exporter = areLeads ? "/leadspeicher/export" : `/api/jobs/${job.id}/export`;
  return (
    <div className={`min-w-0 space-y-3 ${keepsHeight ? "md:min-h-dvh" : ""}`}>
      <JobCard
        snapshot={snapshot}
        className={keepsHeight ? "md:min-h-40" : ""}
        returnTo={address({ selection: "stored", page: 1 })}
        footer={footer?.(snapshot)}
      >
        {total > 0 ? (
          <a className="button" href={`${exporter}?${exported}`}>
            <Download size={16} aria-hidden />
            Excel ({formatNumber(total)}
            {EXCEL[selection][0]})
          </a>
        ) : null}
      </JobCard>
      {totals.found > 0 ? (
        <div className="@container/list space-y-4">
          {selection === "outside" && total > 1 ? <AdoptForm jobId={job.id} /> : null}
          {results.filter(({ deletedLeadId }) => deletedLeadId !== null).length > 1 ? (
            <RestoreForm jobId={job.id} />
          ) : null}
          <div className="lead-area">
            {kind.results === "leads" ? null : (
              <search className="min-h-10">
                <Tabs
                  label="Ergebnisse filtern"
                  tabs={tabs}
                  className=""
                  preventScrollReset
                  replace
                />
              </search>
            )}
            {others.length < results.length ? (
              <ResultLeads
                snapshot={snapshot}
                total={total}
                isNew={selection === "new"}
                hasPersons={kind.hasPersons}
                list={list}
                address={(to) => address({ ...query, page: to })}
              />
            ) : null}
          </div>
          {others.length > 0 ? (
            <ResultTable
              results={others}
              caption={`Ergebnisse: ${job.query}`}
              hasRows={
                selection === "skipped" && kind.isInFileOrder?.(job.params, totals.found) === true
              }
            />
          ) : results.length + total === 0 ? (
            <EmptyNote className="">
              {kind.results === "rows" && selection === "stored"
                ? "Zu keiner Zeile wurde eine Domain gefunden; deshalb steht keine im Leadspeicher."
                : VIEWS[selection][1]}
            </EmptyNote>
          ) : null}
          {total > RESULTS_PER_PAGE ? (
            <Pagination
              page={page}
              pageSize={RESULTS_PER_PAGE}
              shown={results.length}
              total={total}
              address={(change) => address({ ...query, page: Number(change.page ?? 1) })}
            />
          ) : null}
        </div>
      ) : snapshot.area !== null && snapshot.area.places > 0 ? null : (
        <NothingFound jobs={[job, ...parts]} />
      )}
    </div>
  );
}

const EXCEL: Record<ResultsQuery["selection"], [words: string, query: string]> = {
  stored: ["", ""],
  new: [" neue", "onlyNew=true"],
  outside: [" außerhalb", "skipped=true&outside=true"],
  skipped: [" übersprungene", "skipped=true&outside=false"],
};

const VIEWS: Record<ResultsQuery["selection"], [label: string, empty: string]> = {
  stored: [
    "Alle",
    "Keiner der Treffer hat eine eigene Website; deshalb steht keiner im Leadspeicher.",
  ],
  new: ["Nur neue", "Bisher waren alle gefundenen Firmen schon im Leadspeicher."],
  outside: ["Außerhalb", "Keine Firma liegt außerhalb der Region."],
  skipped: ["Übersprungen", "Nichts wurde übersprungen."],
};
const SELECTIONS = ["stored", "new", "outside", "skipped"] as const;

function NothingFound({ jobs }: { jobs: readonly Job[] }) {
  const isOpen = !jobs.every(isFinished);
  // After a failure or warning, the search term may not be to blame.
  const isConclusive = jobs.every(({ status, warnings }) => status === "complete" && !warnings[0]);
  if (!isOpen && !isConclusive) return null;
  return (
    <EmptyNote className="">
      {isOpen
        ? "Die ersten Firmen erscheinen hier, sobald sie gefunden sind."
        : "Zu diesem Suchbegriff wurde hier nichts gefunden. Ein allgemeinerer Begriff oder eine größere Region hilft meist weiter."}
    </EmptyNote>
  );
}
