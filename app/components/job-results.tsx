import { Link } from "@remix-run/react";
import { Download } from "lucide-react";
import { formatNumber } from "../format/german";
import { type CardJob, JobCard, type SkippedCount } from "./job-card";
import { ResultTable, type TableResult } from "./result-table";
import { useJobMoments } from "./use-job-moments";

export type ResultsView = "all" | "new" | "skipped";

interface Moment {
  job: CardJob & { params: Record<string, unknown> };
  results: TableResult[];
  skipped: SkippedCount[];
}

/** A job with its results under it, both following it while it runs. */
export function JobResults({
  moment: initial,
  region,
  view,
  skippedResults,
  address,
}: {
  moment: Moment;
  region: string | null;
  view: ResultsView;
  /** What was left out; only loaded where it is shown. */
  skippedResults?: TableResult[];
  /** The address of a view of this page. */
  address: (view: ResultsView) => string;
}) {
  const { job, results, skipped } = useJobMoments(initial);
  const left = job.found - job.stored;
  const tabs: { view: ResultsView; label: string; count: number }[] = [
    { view: "all", label: "Alle", count: job.stored },
    { view: "new", label: "Nur neue", count: job.storedNew },
    ...(skippedResults === undefined
      ? []
      : [{ view: "skipped" as const, label: "Übersprungen", count: left }]),
  ];
  const shown =
    view === "skipped"
      ? (skippedResults ?? [])
      : view === "new"
        ? results.filter((result) => result.isNew)
        : results;
  return (
    <div className="min-w-0 space-y-4">
      <JobCard job={job} region={region} skipped={skipped} returnTo={address("all")}>
        {job.stored > 0 ? (
          <a className="button" href={`/api/jobs/${job.id}/export`} download>
            <Download size={16} aria-hidden />
            Excel
          </a>
        ) : null}
      </JobCard>
      {job.found > 0 ? (
        <>
          <nav aria-label="Ergebnisse filtern" className="flex flex-wrap gap-1">
            {tabs.map((tab) => (
              <Link
                key={tab.view}
                to={address(tab.view)}
                className="tab"
                aria-current={tab.view === view ? "page" : undefined}
                preventScrollReset
                replace
              >
                {tab.label}
                <span className="tabular-nums">{formatNumber(tab.count)}</span>
              </Link>
            ))}
          </nav>
          {shown.length > 0 ? (
            <>
              <ResultTable results={shown} caption={`Ergebnisse: ${job.query}`} />
              <MoreResults
                shown={shown.length}
                total={tabs.find((tab) => tab.view === view)?.count ?? 0}
                isOpen={job.finishedAt === null}
              />
            </>
          ) : (
            <NothingShown view={view} />
          )}
        </>
      ) : (
        <NothingFound job={job} />
      )}
    </div>
  );
}

/** A long run is shown as far as people read; its file holds all of it. */
function MoreResults({ shown, total, isOpen }: { shown: number; total: number; isOpen: boolean }) {
  if (isOpen || shown >= total) return null;
  return (
    <p className="text-[13px] text-muted">
      Gezeigt sind die ersten {formatNumber(shown)} von {formatNumber(total)}; alle gespeicherten
      stehen in der Excel-Datei.
    </p>
  );
}

function NothingShown({ view }: { view: ResultsView }) {
  const texts = {
    all: "Keiner der Treffer hat eine eigene Website; deshalb steht keiner im Leadspeicher.",
    new: "Alle gefundenen Firmen waren schon im Leadspeicher.",
    skipped: "Nichts wurde übersprungen.",
  };
  return <p className="card p-4 text-muted">{texts[view]}</p>;
}

function NothingFound({ job }: { job: CardJob }) {
  if (job.status === "running" || job.status === "queued") {
    return (
      <p className="card p-4 text-muted">
        Die ersten Firmen erscheinen hier, sobald sie gefunden sind.
      </p>
    );
  }
  if (job.status !== "complete") return null;
  return (
    <p className="card p-4 text-muted">
      Zu diesem Suchbegriff wurde hier nichts gefunden. Ein allgemeinerer Begriff oder eine größere
      Region hilft meist weiter.
    </p>
  );
}
