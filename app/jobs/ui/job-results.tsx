import { Link } from "@remix-run/react";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Pagination } from "../../components/pagination";
import { formatNumber } from "../../format/german";
import { isFinished, type Job, regionOf } from "../job";
import { countSites } from "../job-words";
import { JOB_KINDS } from "../kinds/registry";
import type { JobSnapshot } from "../progress/job-snapshot";
import {
  countResults,
  RESULTS_PER_PAGE,
  type ResultsQuery,
  resultsQueryParams,
} from "../progress/job-snapshot";
import { JobCard } from "./job-card";
import { AdoptForm, RestoreForm, ResultTable } from "./result-table";
import { useJobProgress } from "./use-job-progress";

type Selection = ResultsQuery["selection"];

interface ShownResults {
  snapshot: JobSnapshot;
  query: ResultsQuery;
  /** The page's own address, at the first of all results. */
  pageAddress: string;
  footer?: (snapshot: JobSnapshot) => ReactNode;
}

export function JobResults(props: ShownResults) {
  const { snapshot, query } = props;
  // A part that joins it is followed from then on.
  const key = `${snapshot.job.id} ${resultsQueryParams(query)} ${snapshot.parts.length}`;
  return <FollowedResults key={key} {...props} />;
}

function FollowedResults({ snapshot: initial, query, pageAddress, footer }: ShownResults) {
  const address = (to: ResultsQuery) => {
    const params = resultsQueryParams(to).toString();
    if (params === "") return pageAddress;
    return `${pageAddress}${pageAddress.includes("?") ? "&" : "?"}${params}`;
  };
  const snapshot = useJobProgress(
    initial,
    `/ergebnisse/${initial.job.id}/verlauf?${resultsQueryParams(query)}`,
    RESULTS_PER_PAGE,
  );
  const { job, parts, totals, results, page } = snapshot;
  const counts = countResults(snapshot);
  const kind = JOB_KINDS[job.kind];
  const isEnrichment = kind.results === "leads";
  const isAllShown = query.selection === "stored" && results.length === totals.stored;
  return (
    <div className="min-w-0 space-y-4">
      <JobCard
        snapshot={snapshot}
        sites={isEnrichment && isAllShown ? countSites(results) : null}
        returnTo={address({ selection: "stored", page: 1 })}
        footer={footer?.(snapshot)}
      >
        {counts[query.selection] > 0 ? (
          <a
            className="button"
            href={exportAddress(job.id, query.selection, parts.length > 0)}
            download
          >
            <Download size={16} aria-hidden />
            Excel ({formatNumber(counts[query.selection])}
            {EXCEL[query.selection][0]})
          </a>
        ) : null}
      </JobCard>
      {totals.found > 0 ? (
        <>
          {isEnrichment ? null : (
            <Tabs
              counts={counts}
              region={regionOf(job)}
              current={query.selection}
              address={address}
            />
          )}
          {query.selection === "outside" && counts.outside > 1 ? (
            <AdoptForm jobId={job.id} />
          ) : null}
          {results.filter(({ deletedLeadId }) => deletedLeadId !== null).length > 1 ? (
            <RestoreForm jobId={job.id} />
          ) : null}
          {results.length > 0 ? (
            <ResultTable
              results={results}
              caption={`Ergebnisse: ${job.query}`}
              hasRows={
                query.selection === "skipped" &&
                kind.isInFileOrder?.(job.params, totals.found) === true
              }
              hasSource={!isEnrichment}
              hasPersons={kind.hasPersons}
            />
          ) : counts[query.selection] === 0 ? (
            <p className="card p-4 text-muted">
              {kind.results === "rows" && query.selection === "stored"
                ? "Zu keiner Zeile wurde eine Domain gefunden; deshalb steht keine im Leadspeicher."
                : VIEWS[query.selection][1]}
            </p>
          ) : null}
          {counts[query.selection] > RESULTS_PER_PAGE ? (
            <Pagination
              page={page}
              pageSize={RESULTS_PER_PAGE}
              shown={results.length}
              total={counts[query.selection]}
              address={(change) => address({ ...query, page: Number(change.page ?? 1) })}
            />
          ) : null}
        </>
      ) : (
        <NothingFound jobs={[job, ...parts]} />
      )}
    </div>
  );
}

const EXCEL: Record<Selection, [words: string, query: string]> = {
  stored: ["", ""],
  new: [" neue", "onlyNew=true"],
  outside: [" außerhalb", "skipped=true&outside=true"],
  skipped: [" übersprungene", "skipped=true&outside=false"],
};

function exportAddress(jobId: string, selection: Selection, hasParts: boolean): string {
  const params = new URLSearchParams(EXCEL[selection][1]);
  if (hasParts) params.set("parts", "true");
  return `/api/jobs/${jobId}/export?${params}`.replace(/\?$/, "");
}

/** The tabs, each with what it says where it is empty. */
const VIEWS: Record<Selection, [label: string, empty: string]> = {
  stored: [
    "Alle",
    "Keiner der Treffer hat eine eigene Website; deshalb steht keiner im Leadspeicher.",
  ],
  new: ["Nur neue", "Alle gefundenen Firmen waren schon im Leadspeicher."],
  outside: ["Außerhalb", "Keine Firma liegt außerhalb der Region."],
  skipped: ["Übersprungen", "Nichts wurde übersprungen."],
};
const SELECTIONS = ["stored", "new", "outside", "skipped"] as const;

function Tabs({
  counts,
  region,
  current,
  address,
}: {
  counts: Record<Selection, number>;
  region: string | null;
  current: Selection;
  address: (to: ResultsQuery) => string;
}) {
  return (
    <nav aria-label="Ergebnisse filtern" className="flex flex-wrap gap-1">
      {SELECTIONS.filter((one) => one !== "outside" || counts.outside > 0).map((selection) => (
        <Link
          key={selection}
          to={address({ selection, page: 1 })}
          className="tab"
          aria-current={selection === current ? "page" : undefined}
          preventScrollReset
          replace
        >
          {VIEWS[selection][0]}{" "}
          {selection === "outside" && region ? (
            <span className="max-w-44 truncate">von {region}</span>
          ) : null}
          <span className="tabular-nums">{formatNumber(counts[selection])}</span>
        </Link>
      ))}
    </nav>
  );
}

function NothingFound({ jobs }: { jobs: readonly Job[] }) {
  if (!jobs.every(isFinished)) {
    return (
      <p className="card p-4 text-muted">
        Die ersten Firmen erscheinen hier, sobald sie gefunden sind.
      </p>
    );
  }
  // Where something kept them from looking, their cards say what; the term is not to blame.
  if (jobs.some(({ status, warnings }) => status !== "complete" || warnings.length > 0))
    return null;
  return (
    <p className="card p-4 text-muted">
      Zu diesem Suchbegriff wurde hier nichts gefunden. Ein allgemeinerer Begriff oder eine größere
      Region hilft meist weiter.
    </p>
  );
}
