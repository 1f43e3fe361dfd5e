import { Link } from "@remix-run/react";
import { RunProgress } from "../../components/run-progress";
import { formatNumber } from "../../format/german";
import { isFinished, type Job, nameOf, regionOf } from "../../jobs/job";
import { describeEnd, PHASE_NAMES } from "../../jobs/job-words";
import { type RunJobs, wholeProgress } from "../../jobs/progress/job-snapshot";
import { NewLeads } from "../../jobs/ui/job-card-parts";
import { CancelForm } from "../../jobs/ui/job-forms";

export function RunLink({ job, to = `/ergebnisse/${job.id}` }: { job: Job; to?: string }) {
  const region = regionOf(job);
  return (
    <Link to={to} className="block truncate font-medium no-underline hover:underline">
      {job.query}
      {region && <span className="font-normal text-muted"> in {region}</span>}
    </Link>
  );
}

function stateOf(run: RunJobs): string {
  const { job } = run;
  if (job.status === "queued") return "Wartet";
  return isFinished(job) ? describeEnd(run) : PHASE_NAMES[job.phase];
}

/** A company found by two jobs counts twice, as in the list of searches. */
export function countNew(jobs: readonly Pick<Job, "storedNew">[]): number {
  return jobs.reduce((sum, { storedNew }) => sum + storedNew, 0);
}

export function RunRow({ run, to, returnTo }: { run: RunJobs; to?: string; returnTo: string }) {
  const { job, parts } = run;
  const jobs = [job, ...parts];
  const found = jobs.reduce((sum, one) => sum + one.found, 0);
  return (
    <li className="p-3">
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <RunLink job={job} to={to} />
          <p className="text-[13px] text-muted tabular-nums">
            {stateOf(run)} · {formatNumber(found)}{" "}
            {job.kind === "registerFile" ? (
              "gelesen"
            ) : (
              <>
                gefunden, <NewLeads jobs={jobs} words={`${formatNumber(countNew(jobs))} neu`} />
              </>
            )}
          </p>
          {job.error && <p className="text-[13px] text-bad wrap-anywhere">{job.error}</p>}
        </div>
        {isFinished(job) ? null : <CancelForm id={job.id} returnTo={returnTo} />}
      </div>
      <RunProgress
        job={job}
        progress={wholeProgress(run)}
        label={`Fortschritt von ${nameOf(job)}`}
        className="mt-2"
      />
    </li>
  );
}
