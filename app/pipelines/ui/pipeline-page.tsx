import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { PageHeader } from "../../components/page-header";
import { Pagination } from "../../components/pagination";
import { RunProgress } from "../../components/run-progress";
import { ACTIONS, numeric, Table } from "../../components/table";
import { Time } from "../../components/time";
import { useRefreshedPage } from "../../components/use-refreshed-page";
import { formatNumber } from "../../format/german";
import { type Job, regionOf } from "../../jobs/job";
import { JOB_STATES, PHASE_NAMES } from "../../jobs/job-words";
import type { PipelineRuns } from "../../jobs/progress/job-snapshot";
import { isRepeatable } from "../../jobs/ui/job-card";
import { NewLeads } from "../../jobs/ui/job-card-parts";
import { CancelForm, RestartForm } from "../../jobs/ui/job-forms";

/** The form of a pipeline, its open runs, and the earlier ones. */
export function PipelinePage({
  title,
  facts,
  path,
  runs,
  isUnavailable = false,
  intro,
  footer,
  children,
}: {
  title: string;
  facts: string;
  path: string;
  runs: PipelineRuns;
  /** Nothing can be started; the page says why. */
  isUnavailable?: boolean;
  /** Stands above the form, also where nothing can be started. */
  intro?: ReactNode;
  /** Stands below the earlier runs' heading: those that are listed elsewhere. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  useRefreshedPage(runs.open.length + runs.continued.length > 0, 1_000);
  return (
    <main className="p-4 md:p-6">
      <PageHeader title={title} facts={facts} />
      {intro}
      <fieldset className="mt-4 min-w-0" disabled={isUnavailable}>
        {children}
      </fieldset>
      <OpenRuns runs={runs.open} path={path} />
      <PastRuns runs={runs} path={path} footer={footer} />
    </main>
  );
}

function RunLink({ job }: { job: Job }) {
  const region = regionOf(job);
  return (
    <Link
      to={`/ergebnisse/${job.id}`}
      className="block truncate font-medium no-underline hover:underline"
    >
      {job.query}
      {region === null ? null : <span className="font-normal text-muted"> in {region}</span>}
    </Link>
  );
}

function OpenRuns({ runs, path }: { runs: readonly Job[]; path: string }) {
  const { pathname, search } = useLocation();
  if (runs.length === 0) return null;
  return (
    <section className="mt-6" aria-label="Läuft gerade">
      <div className="flex items-baseline justify-between gap-4">
        <h2>Läuft gerade</h2>
        {/* Renewing itself, the page would take away what is being typed above. */}
        <Link to={`${pathname}${search}`} className="link only-no-js">
          Stand erneuern
        </Link>
      </div>
      <ul className="card mt-2 divide-y divide-line">
        {runs.map((job) => (
          <li key={job.id} className="p-3">
            <div className="flex items-start justify-between gap-x-4">
              <div className="min-w-0">
                <RunLink job={job} />
                <p className="text-[13px] text-muted tabular-nums">
                  {job.status === "queued" ? "Wartet" : PHASE_NAMES[job.phase]} ·{" "}
                  {formatNumber(job.found)}{" "}
                  {job.kind === "registerFile"
                    ? "gelesen"
                    : `gefunden, ${formatNumber(job.storedNew)} neu`}
                </p>
              </div>
              <CancelForm id={job.id} returnTo={path} />
            </div>
            <RunProgress
              runId={job.id}
              progress={job.progress}
              label={`Fortschritt von ${job.query}`}
              className="mt-2"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PastRuns({ runs, path, footer }: { runs: PipelineRuns; path: string; footer: ReactNode }) {
  const { past, total, page, pageSize } = runs;
  if (total === 0 && !footer) {
    return (
      <p className="card mt-6 p-4 text-muted">
        Noch keine früheren Läufe. Was hier gestartet wird, steht danach in dieser Liste.
      </p>
    );
  }
  return (
    <section className="mt-6">
      <h2>Frühere Läufe</h2>
      {footer}
      <Table
        caption="Frühere Läufe"
        columns={["Eingabe", "Stand", numeric("Gefunden"), numeric("Neu"), "Gestartet", ACTIONS]}
        className="mt-2"
      >
        {past.map((job) => (
          <PastRun key={job.id} job={job} isContinued={runs.continued.includes(job.id)} />
        ))}
      </Table>
      {total > pageSize ? (
        <Pagination
          page={page}
          pageSize={pageSize}
          shown={past.length}
          total={total}
          address={(change) => `${path}?page=${change.page ?? "1"}`}
        />
      ) : null}
    </section>
  );
}

function PastRun({ job, isContinued }: { job: Job; isContinued: boolean }) {
  const { label, badge } = JOB_STATES[isContinued ? "running" : job.status];
  return (
    <tr>
      <td className="md:max-w-[360px]">
        <RunLink job={job} />
        {job.error === null ? null : (
          <span
            className="line-clamp-2 break-words text-[13px] text-bad md:line-clamp-1"
            title={job.error}
          >
            {job.error}
          </span>
        )}
      </td>
      <td className="whitespace-nowrap text-right md:text-left">
        <span className={badge}>{label}</span>
      </td>
      <td className="text-right tabular-nums">
        {formatNumber(job.found)}
        <span className="md:hidden"> gefunden</span>
      </td>
      <td className="text-right tabular-nums">
        <NewLeads jobs={[job]} words={formatNumber(job.storedNew)} />
        <span className="md:hidden"> neu</span>
      </td>
      <td className="whitespace-nowrap text-[13px] text-muted tabular-nums md:text-[14px] md:text-text">
        <Time iso={job.createdAt} />
      </td>
      {isRepeatable(job) ? (
        <td className="order-last col-span-2 md:text-right">
          <RestartForm id={job.id} />
        </td>
      ) : (
        <td className="only-wide" />
      )}
    </tr>
  );
}
