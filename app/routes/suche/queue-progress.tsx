import { Form, Link } from "@remix-run/react";
import { isOpenJob, PHASE_NAMES } from "~/components/job-card";
import { useOpenRuns } from "~/components/use-open-runs";
import { formatCount, formatNumber } from "~/format/german";
import type { Job } from "~/jobs/job";
import type { QueuedSearch, SearchQueue } from "~/search/queue/search-queue.server";
import { jobAddress, type SearchMode, tabAddress } from "~/search/search-mode";

const ENDED: Record<Exclude<Job["status"], "running">, string> = {
  queued: "Wartet",
  complete: "Fertig",
  failed: "Abgebrochen durch einen Fehler",
  cancelled: "Abgebrochen",
};

function stateOf(job: Job): string {
  return job.status === "running" ? PHASE_NAMES[job.phase] : ENDED[job.status];
}

/** Searches that were started with one press, each with how far it is; follows them while they run. */
export function QueueProgress({ id, queue }: { id: string; queue: SearchQueue }) {
  const open = new Map(useOpenRuns(queue.openRuns, "maps").map((job) => [job.id, job]));
  const searches = queue.searches.map((search) => {
    const live = search.job && open.get(search.job.id);
    return live && search.job ? { ...search, job: { ...search.job, ...live } } : search;
  });
  const over = searches.filter(({ job }) => job === null || !isOpenJob(job)).length;
  const storedNew = searches.reduce((sum, { job }) => sum + (job?.storedNew ?? 0), 0);
  return (
    <section className="card p-4" aria-label="Gestartete Suchen">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2>Gestartete Suchen</h2>
          <p className="text-[13px] text-muted tabular-nums" role="status">
            {over === searches.length
              ? `Alle ${searches.length} fertig`
              : `${over} von ${searches.length} fertig`}{" "}
            · {formatCount(storedNew, "neuer Lead", "neue Leads")}
          </p>
        </div>
        <Link className="button" to={tabAddress(queue.mode)}>
          Neue Beschreibung
        </Link>
      </div>
      <ol className="mt-3 divide-y divide-line">
        {searches.map((search) => (
          <Progress
            key={search.id}
            mode={queue.mode}
            search={search}
            returnTo={`/suche?reihe=${id}`}
          />
        ))}
      </ol>
    </section>
  );
}

function Progress({
  mode,
  search: { query, region, job },
  returnTo,
}: {
  mode: SearchMode;
  search: QueuedSearch;
  returnTo: string;
}) {
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            {query} <span className="font-normal text-muted">in {region}</span>
          </p>
          {job === null ? (
            <p className="text-[13px] text-muted">Die Ergebnisse sind gelöscht.</p>
          ) : (
            <p className="text-[13px] text-muted tabular-nums">
              {stateOf(job)} · {formatNumber(job.found)} gefunden, {formatNumber(job.storedNew)} neu
            </p>
          )}
          {job?.error ? <p className="text-[13px] text-bad wrap-anywhere">{job.error}</p> : null}
        </div>
        {job === null ? null : (
          <div className="flex flex-wrap gap-2">
            <Link className="button" to={jobAddress(mode, job.id)}>
              Ergebnisse
              <span className="sr-only">
                {" "}
                zu {query} in {region}
              </span>
            </Link>
            {isOpenJob(job) ? (
              <Form method="post" action={`/ergebnisse/${job.id}`} preventScrollReset>
                <input type="hidden" name="returnTo" value={returnTo} />
                <button type="submit" name="intent" value="cancel" className="button">
                  Abbrechen
                </button>
              </Form>
            ) : null}
          </div>
        )}
      </div>
      {job === null ? null : (
        <progress
          className={`progress mt-2 ${job.status === "failed" ? "progress-bad" : ""}`}
          max={100}
          value={job.progress}
          aria-label={`Fortschritt von ${query} in ${region}`}
        />
      )}
    </li>
  );
}
