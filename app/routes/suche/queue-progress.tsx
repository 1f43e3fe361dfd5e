import { RotateCw } from "lucide-react";
import { IntentButton, PostForm, StartButton } from "~/components/field";
import { LinkButton } from "~/components/page";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { formatCount } from "~/format/german";
import { tabTitle } from "~/jobs/job-words";
import { isOver as isRunOver, wholeProgress } from "~/jobs/progress/job-snapshot";
import { NewLeads } from "~/jobs/ui/job-card-parts";
import { countNew, RunRow } from "~/pipelines/ui/run-row";
import type { SearchQueue } from "~/search/search-history.server";
import { jobAddress, queueAddress, tabAddress } from "~/search/search-input";

const jobsOf = ({ runs }: SearchQueue) => runs.flatMap(({ job, parts }) => [job, ...parts]);

/** „42 % 3 Suchen“ in the browser's tab */
export function queueTitle(queue: SearchQueue): string {
  const { runs } = queue;
  const progress = runs.reduce((sum, run) => sum + wholeProgress(run), 0) / runs.length;
  const name = formatCount(runs.length, "Suche", "Suchen");
  return tabTitle(name, Math.floor(progress), countNew(jobsOf(queue)));
}

/** Searches that were started together. */
export function QueueProgress({ queue }: { queue: SearchQueue }) {
  const { id, mode, runs, isOver } = queue;
  useRefreshedPage(!isOver, 1_000, true);
  const ended = runs.filter(isRunOver).length;
  const jobs = jobsOf(queue);
  return (
    <section className="card p-4" aria-label="Gestartete Suchen">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2>Gestartete Suchen</h2>
          <p className="text-[13px] text-muted tabular-nums" role="status">
            {isOver
              ? `Alle ${runs.length} fertig · `
              : ended === 0
                ? `${formatCount(runs.length, "Suche läuft", "Suchen laufen")} · bisher `
                : `${ended} von ${runs.length} Suchen fertig · bisher `}
            <NewLeads jobs={jobs} words={formatCount(countNew(jobs), "neuer Lead", "neue Leads")} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <PostForm preventScrollReset>
            {isOver ? (
              <StartButton intent="repeat-queue" icon={RotateCw} label="Alle wiederholen" />
            ) : (
              <IntentButton intent="cancel-queue" label="Alle abbrechen" />
            )}
          </PostForm>
          <LinkButton to={tabAddress(mode)} label="Neue Beschreibung" />
        </div>
      </div>
      <ol className="mt-3 divide-y divide-line">
        {runs.map((run) => (
          <RunRow
            key={run.job.id}
            run={run}
            to={jobAddress(mode, run.job.id)}
            returnTo={queueAddress(id)}
          />
        ))}
      </ol>
    </section>
  );
}
