import { Link } from "@remix-run/react";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Pagination } from "../../components/pagination";
import { formatNumber } from "../../format/german";
import { isFinished, type Job } from "../job";
import { JOB_KINDS } from "../kinds/registry";
import type { JobSnapshot } from "../progress/job-snapshot";
import type { ResultsPlace } from "../progress/results-query";
import { JobCard } from "./job-card";
import { ResultTable } from "./result-table";
import { countSites } from "./site-counts";
import { useJobProgress } from "./use-job-progress";

type Selection = ResultsPlace["selection"];

/** A job with its results under it, both following it while it runs. To be made anew for another job or place. */
export function JobResults({
  snapshot: initial,
  region,
  place,
  pageSize,
  address,
  followAddress,
  footer,
}: {
  snapshot: JobSnapshot;
  region: string | null;
  place: ResultsPlace;
  pageSize: number;
  /** The address of this page at another place of the results. */
  address: (place: ResultsPlace) => string;
  /** Where the next states of this place are asked for. */
  followAddress: string;
  /** What stands below in the card, by the state of the moment. */
  footer?: (snapshot: JobSnapshot) => ReactNode;
}) {
  const snapshot = useJobProgress(initial, followAddress, pageSize);
  const { job, parts, followUps, totals, results, page, skipped, usage } = snapshot;
  const counts: Record<Selection, number> = {
    stored: totals.stored,
    new: totals.storedNew,
    skipped: totals.found - totals.stored,
  };
  const query = parts.length > 0 ? "?parts=true" : "";
  const kind = JOB_KINDS[job.kind];
  const isEnrichment = kind.results === "leads";
  const isAllShown = place.selection === "stored" && results.length === totals.stored;
  return (
    <div className="min-w-0 space-y-4">
      <JobCard
        job={job}
        parts={parts}
        followUps={followUps}
        totals={totals}
        region={region}
        skipped={skipped}
        usage={usage}
        sites={isEnrichment && isAllShown ? countSites(results) : null}
        returnTo={address({ selection: "stored", page: 1 })}
        footer={footer?.(snapshot)}
      >
        {totals.stored > 0 ? (
          <a className="button" href={`/api/jobs/${job.id}/export${query}`} download>
            <Download size={16} aria-hidden />
            Excel
          </a>
        ) : null}
      </JobCard>
      {totals.found > 0 ? (
        <>
          {isEnrichment ? null : (
            <Tabs counts={counts} current={place.selection} address={address} />
          )}
          {results.length > 0 ? (
            <ResultTable
              results={results}
              caption={`Ergebnisse: ${job.query}`}
              hasRows={
                place.selection === "skipped" &&
                kind.isInFileOrder?.(job.params, totals.found) === true
              }
              hasSource={!isEnrichment}
              hasPersons={kind.hasPersons}
            />
          ) : counts[place.selection] === 0 ? (
            <NothingShown selection={place.selection} isList={kind.results === "rows"} />
          ) : null}
          <Pages
            place={{ ...place, page }}
            shown={results.length}
            total={counts[place.selection]}
            pageSize={pageSize}
            address={address}
          />
        </>
      ) : (
        <NothingFound jobs={[job, ...parts]} />
      )}
    </div>
  );
}

const TABS: readonly { selection: Selection; label: string }[] = [
  { selection: "stored", label: "Alle" },
  { selection: "new", label: "Nur neue" },
  { selection: "skipped", label: "Übersprungen" },
];

function Tabs({
  counts,
  current,
  address,
}: {
  counts: Record<Selection, number>;
  current: Selection;
  address: (place: ResultsPlace) => string;
}) {
  return (
    <nav aria-label="Ergebnisse filtern" className="flex flex-wrap gap-1">
      {TABS.map(({ selection, label }) => (
        <Link
          key={selection}
          to={address({ selection, page: 1 })}
          className="tab"
          aria-current={selection === current ? "page" : undefined}
          preventScrollReset
          replace
        >
          {label}
          <span className="tabular-nums">{formatNumber(counts[selection])}</span>
        </Link>
      ))}
    </nav>
  );
}

function Pages({
  place,
  shown,
  total,
  pageSize,
  address,
}: {
  place: ResultsPlace;
  shown: number;
  total: number;
  pageSize: number;
  address: (place: ResultsPlace) => string;
}) {
  if (total <= pageSize) return null;
  return (
    <Pagination
      page={place.page}
      pageSize={pageSize}
      shown={shown}
      total={total}
      address={({ page }) => address({ ...place, page: Number(page ?? 1) })}
    />
  );
}

function NothingShown({ selection, isList }: { selection: Selection; isList: boolean }) {
  const texts: Record<Selection, string> = {
    stored: isList
      ? "Zu keiner Zeile wurde eine Domain gefunden; deshalb steht keine im Leadspeicher."
      : "Keiner der Treffer hat eine eigene Website; deshalb steht keiner im Leadspeicher.",
    new: "Alle gefundenen Firmen waren schon im Leadspeicher.",
    skipped: "Nichts wurde übersprungen.",
  };
  return <p className="card p-4 text-muted">{texts[selection]}</p>;
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
