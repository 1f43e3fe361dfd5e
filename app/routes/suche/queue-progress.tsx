import { Link } from "@remix-run/react";
import { ListOrdered } from "lucide-react";
import { formatCount, formatNumber } from "~/format/german";
import { isFinished, type Job } from "~/jobs/job";
import { capitalize, describeStatus, PHASE_NAMES } from "~/jobs/job-words";
import { CancelForm } from "~/jobs/ui/job-forms";
import { useOpenRuns } from "~/jobs/ui/use-open-runs";
import {
  jobAddress,
  MODE_NAMES,
  queueAddress,
  type SearchMode,
  tabAddress,
} from "~/search/search-input";
import type { OpenQueue, QueuedSearch, SearchQueue } from "~/search/search-queue.server";
import { SupplementNote } from "~/search/ui/supplement-note";

function stateOf(job: Job): string {
  return job.status === "running" ? PHASE_NAMES[job.phase] : capitalize(describeStatus(job.status));
}

type Counted = Pick<Job, "found" | "stored" | "storedNew">;

/** Sums over jobs. A company that two of them found counts twice, as in the list of searches. */
function totalsOf(jobs: readonly Counted[]): Counted {
  const sum = (count: keyof Counted) => jobs.reduce((total, job) => total + job[count], 0);
  return { found: sum("found"), stored: sum("stored"), storedNew: sum("storedNew") };
}

interface LiveSearch extends Omit<QueuedSearch, "job" | "parts"> {
  job: Job | null;
  parts: Job[];
}

function jobsOf({ job, parts }: LiveSearch): Job[] {
  return job === null ? [] : [job, ...parts];
}

function useLiveSearches(queue: SearchQueue): LiveSearch[] {
  const onMap = useOpenRuns(queue.openRuns, "maps");
  const inWeb = useOpenRuns(queue.openWebRuns, "web");
  const open = new Map([...onMap, ...inWeb].map((job) => [job.id, job]));
  const latest = (job: Job): Job => open.get(job.id) ?? job;
  return queue.searches.map(({ job, parts, ...search }) => ({
    ...search,
    job: job && latest(job),
    parts: parts.map(latest),
  }));
}

/**
 * Searches that were started with one press, each with how far it is; follows them while they run, and goes on in the
 * web for those that the person sees end with too few.
 */
export function QueueProgress({
  id,
  queue,
  canSupplement,
  watched,
}: {
  id: string;
  queue: SearchQueue;
  canSupplement: boolean;
  /** The jobs that the person saw under way. */
  watched: ReadonlySet<string>;
}) {
  const searches = useLiveSearches(queue);
  const over = searches.filter((search) => jobsOf(search).every(isFinished)).length;
  const { storedNew } = totalsOf(searches.flatMap(jobsOf));
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
            address={queueAddress(id)}
            canSupplement={canSupplement}
            isWatched={search.job !== null && watched.has(search.job.id)}
          />
        ))}
      </ol>
    </section>
  );
}

function Progress({
  mode,
  search,
  address,
  canSupplement,
  isWatched,
}: {
  mode: SearchMode;
  search: LiveSearch;
  address: string;
  canSupplement: boolean;
  isWatched: boolean;
}) {
  const { query, region, job, parts, supplement } = search;
  const totals = totalsOf(jobsOf(search));
  const { found, storedNew } = totals;
  // Where the map is through, its web search is what goes on.
  const current = [job, ...parts].find((one) => one !== null && !isFinished(one)) ?? job;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            {query} <span className="font-normal text-muted">in {region}</span>
          </p>
          {current === null ? (
            <p className="text-[13px] text-muted">Die Ergebnisse sind gelöscht.</p>
          ) : (
            <p className="text-[13px] text-muted tabular-nums">
              {current === job ? "" : "Websuche: "}
              {stateOf(current)} · {formatNumber(found)} gefunden, {formatNumber(storedNew)} neu
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
            {isFinished(job) ? null : <CancelForm id={job.id} returnTo={address} />}
          </div>
        )}
      </div>
      {job === null ? null : (
        <>
          <progress
            className={`progress mt-2 ${job.status === "failed" ? "progress-bad" : ""}`}
            max={100}
            value={current?.progress ?? job.progress}
            aria-label={`Fortschritt von ${query} in ${region}`}
          />
          <SupplementNote
            snapshot={{ job, parts, totals }}
            started={supplement}
            isPossible={canSupplement}
            isWatched={isWatched}
            action={`${address}&job=${encodeURIComponent(job.id)}`}
          />
        </>
      )}
    </li>
  );
}

export function OpenQueues({ queues }: { queues: readonly OpenQueue[] }) {
  if (queues.length === 0) return null;
  return (
    <section className="card p-4" aria-label="Laufende Suchen">
      <ul className="space-y-2">
        {queues.map(({ id, mode, count, over }) => (
          <li key={id} className="flex items-start gap-2">
            <ListOrdered size={16} className="mt-0.5 shrink-0 text-muted" aria-hidden />
            <p className="min-w-0 tabular-nums">
              <Link className="link" to={queueAddress(id)}>
                {count} gestartete Suchen: {MODE_NAMES[mode]}
              </Link>{" "}
              <span className="text-muted">
                · {over} von {count} fertig
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
