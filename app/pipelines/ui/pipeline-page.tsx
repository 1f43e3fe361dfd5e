import { Link, useLocation } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { EmptyNote } from "../../components/card";
import { Page } from "../../components/page";
import { ACTIONS, ActionCell, numeric, RowTable, TimeCell } from "../../components/table";
import { useRefreshedPage } from "../../components/use-refreshed-page";
import { formatNumber } from "../../format/german";
import { JOB_STATES } from "../../jobs/job-words";
import type { PipelineRuns } from "../../jobs/progress/job-snapshot";
import { isRepeatable } from "../../jobs/ui/job-card";
import { NewLeads } from "../../jobs/ui/job-card-parts";
import { RestartForm } from "../../jobs/ui/job-forms";
import { RunLink, RunRow } from "./run-row";

export function PipelinePage({
  path,
  runs,
  isUnavailable = false,
  intro,
  children,
  ...page
}: Pick<ComponentProps<typeof Page>, "title" | "facts" | "ownForms" | "children"> & {
  path: string;
  runs: PipelineRuns;
  isUnavailable?: boolean;
  /** Shown even if nothing can be started. */
  intro?: ReactNode;
}) {
  useRefreshedPage(runs.open.length + runs.continued.length > 0, 1_000);
  return (
    <Page {...page}>
      {intro}
      <fieldset className="mt-4 min-w-0" disabled={isUnavailable}>
        {children}
      </fieldset>
      {runs.open.length === 0 ? null : <OpenRuns runs={runs.open} path={path} />}
      {runs.total === 0 ? (
        <EmptyNote className="mt-6">
          Noch keine früheren Läufe. Was hier gestartet wird, steht danach in dieser Liste.
        </EmptyNote>
      ) : (
        <section className="mt-6">
          <h2>Frühere Läufe</h2>
          <PastRuns runs={runs} path={path} />
        </section>
      )}
    </Page>
  );
}

function OpenRuns({ runs, path }: { runs: PipelineRuns["open"]; path: string }) {
  const { pathname, search } = useLocation();
  return (
    <section className="mt-6" aria-label="Läuft gerade">
      <div className="flex items-baseline justify-between gap-4">
        <h2>Läuft gerade</h2>
        {/* An automatic refresh would discard what is being typed above. */}
        <Link to={`${pathname}${search}`} className="link only-no-js">
          Stand erneuern
        </Link>
      </div>
      <ul className="card mt-2 divide-y divide-line">
        {runs.map((run) => (
          <RunRow key={run.job.id} run={run} returnTo={path} />
        ))}
      </ul>
    </section>
  );
}

function PastRuns({ runs, path }: { runs: PipelineRuns; path: string }) {
  const { past, continued, total, page, pageSize } = runs;
  const pager = { total, page, pageSize, address: (to: string) => `${path}?page=${to}` };
  return (
    <RowTable
      caption="Frühere Läufe"
      columns={["Eingabe", "Stand", numeric("Gefunden"), numeric("Neu"), "Gestartet", ACTIONS]}
      className="mt-2"
      rows={past}
      keyOf={({ id }) => id}
      pager={total > pageSize ? pager : undefined}
    >
      {(job) => {
        const { label, badge } = JOB_STATES[continued.includes(job.id) ? "running" : job.status];
        return (
          <>
            <td className="md:max-w-[360px]">
              <RunLink job={job} />
              {job.error && (
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
            <td className="text-right">
              {formatNumber(job.found)}
              <span className="md:hidden"> gefunden</span>
            </td>
            <td className="text-right">
              <NewLeads jobs={[job]} words={formatNumber(job.storedNew)} />
              <span className="md:hidden"> neu</span>
            </td>
            <TimeCell iso={job.createdAt} />
            <ActionCell>{isRepeatable(job) ? <RestartForm id={job.id} /> : null}</ActionCell>
          </>
        );
      }}
    </RowTable>
  );
}
