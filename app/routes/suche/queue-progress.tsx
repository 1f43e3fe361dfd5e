import { LinkButton } from "~/components/page";
import { RunProgress } from "~/components/run-progress";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { formatCount, formatNumber } from "~/format/german";
import { isFinished, type Job } from "~/jobs/job";
import { capitalize, describeEnd, describeStatus, PHASE_NAMES, tabTitle } from "~/jobs/job-words";
import { type RunJobs, wholeProgress } from "~/jobs/progress/job-snapshot";
import { NewLeads, RelatedJobs } from "~/jobs/ui/job-card-parts";
import { CancelForm } from "~/jobs/ui/job-forms";
import { jobAddress, queueAddress, type SearchMode, tabAddress } from "~/search/search-input";
import type { QueuedSearch, SearchQueue } from "~/search/search-queue.server";
import { SupplementNote } from "~/search/ui/supplement-note";

function stateOf(search: RunJobs): string {
  const { job } = search;
  if (job.status === "running") return PHASE_NAMES[job.phase];
  return isFinished(job) ? describeEnd(search) : capitalize(describeStatus(job.status));
}

type Counted = Pick<Job, "found" | "stored" | "storedNew">;

/** Sums over jobs. A company that two of them found counts twice, as in the list of searches. */
function totalsOf(jobs: readonly Counted[]): Counted {
  const sum = (count: keyof Counted) => jobs.reduce((total, job) => total + job[count], 0);
  return { found: sum("found"), stored: sum("stored"), storedNew: sum("storedNew") };
}

function searchesOf({ job, parts }: QueuedSearch): Job[] {
  return job === null ? [] : [job, ...parts];
}

/** „42 % 3 Suchen“ in the browser's tab */
export function queueTitle(searches: readonly QueuedSearch[]): string {
  const runs = searches.flatMap(({ job, ...rest }) => (job === null ? [] : { job, ...rest }));
  const progress = runs.reduce((sum, run) => sum + wholeProgress(run), 0) / runs.length;
  const { storedNew } = totalsOf(searches.flatMap(searchesOf));
  return tabTitle(formatCount(searches.length, "Suche", "Suchen"), Math.floor(progress), storedNew);
}

/** Searches that were started with one press, each with how far it is; follows them while they run. */
export function QueueProgress({ id, queue }: { id: string; queue: SearchQueue }) {
  const { searches, isOver, mode } = queue;
  useRefreshedPage(!isOver, 1_000, true);
  const searched = searches.filter(({ job }) => job === null || isFinished(job)).length;
  const jobs = searches.flatMap(searchesOf);
  const words = formatCount(totalsOf(jobs).storedNew, "neuer Lead", "neue Leads");
  return (
    <section className="card p-4" aria-label="Gestartete Suchen">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2>Gestartete Suchen</h2>
          <p className="text-[13px] text-muted tabular-nums" role="status">
            {isOver
              ? `Alle ${searches.length} fertig`
              : `${searched} von ${searches.length} Suchen abgeschlossen`}{" "}
            · <NewLeads jobs={jobs} words={words} />
          </p>
        </div>
        <LinkButton to={tabAddress(mode)} label="Neue Beschreibung" />
      </div>
      <ol className="mt-3 divide-y divide-line">
        {searches.map((search) => (
          <li key={search.id} className="py-3">
            <Progress mode={mode} search={search} address={queueAddress(id)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ProgressProps {
  mode: SearchMode;
  search: QueuedSearch;
  address: string;
}

function Progress({ mode, search, address }: ProgressProps) {
  const { query, region, job, parts, followUps, supplement } = search;
  const totals = totalsOf(searchesOf(search));
  const name = (
    <p className="font-medium wrap-anywhere">
      {query} <span className="font-normal text-muted">in {region}</span>
    </p>
  );
  if (job === null) {
    return (
      <>
        {name}
        <p className="text-[13px] text-muted">Die Ergebnisse sind gelöscht.</p>
      </>
    );
  }
  const run = { job, parts, followUps };
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {name}
          <p className="text-[13px] text-muted tabular-nums">
            {`${stateOf(run)} · ${formatNumber(totals.found)} gefunden, `}
            <NewLeads jobs={[job, ...parts]} words={`${formatNumber(totals.storedNew)} neu`} />
          </p>
          {job.error && <p className="text-[13px] text-bad wrap-anywhere">{job.error}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={jobAddress(mode, job.id)} label="Ergebnisse">
            <span className="sr-only">
              {" "}
              zu {query} in {region}
            </span>
          </LinkButton>
          {isFinished(job) ? null : <CancelForm id={job.id} returnTo={address} />}
        </div>
      </div>
      <RunProgress
        job={job}
        progress={wholeProgress(run)}
        label={`Fortschritt von ${query} in ${region}`}
        className="mt-2"
      />
      <RelatedJobs {...run} />
      <SupplementNote
        snapshot={{ job, parts, totals, supplement }}
        action={`${address}&job=${encodeURIComponent(job.id)}`}
      />
    </>
  );
}
