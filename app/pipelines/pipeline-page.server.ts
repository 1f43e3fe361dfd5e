import type { Db } from "~db/client";
import { findContinued, findJobs } from "~db/queries/jobs";
import { findPreferences, setPreference } from "~db/queries/user-preferences";
import type { JobKindName } from "~db/schema";
import { pageNumber } from "../http/paging.server";
import { findRun, toJobs } from "../jobs/find-jobs.server";
import type { Job } from "../jobs/job";
import type { SearchParams } from "../jobs/kinds/job-params.server";
import type { Requirement } from "../jobs/kinds/registry";
import { type StartServices, unavailableReason } from "../jobs/kinds/start-job.server";
import type { PipelineRuns } from "../jobs/progress/job-snapshot";

const PAGE_SIZE = 20;
const MAX_OPEN = 50;

export async function findPipelineRuns(
  db: Db,
  kinds: readonly JobKindName[],
  page: number,
): Promise<PipelineRuns> {
  const findPage = (n: number) =>
    findJobs(db, { kinds, isOpen: false }, PAGE_SIZE, (n - 1) * PAGE_SIZE);
  const [open, asked] = await Promise.all([
    findJobs(db, { kinds, isOpen: true }, MAX_OPEN, 0),
    findPage(page),
  ]);
  const last = Math.max(1, Math.ceil(asked.total / PAGE_SIZE));
  const { jobs, total } = page > last ? await findPage(last) : asked;
  return {
    open: await Promise.all(open.jobs.map((row) => findRun(db, row))),
    past: await toJobs(db, jobs),
    continued: await findContinued(
      db,
      jobs.map(({ id }) => id),
    ),
    total,
    page: Math.min(page, last),
    pageSize: PAGE_SIZE,
  };
}

export async function loadGoal(db: Db, person: string) {
  return (await findPreferences(db, person)).goal === "companies" ? "companies" : "new";
}

export async function saveGoal(db: Db, person: string, { goal }: Pick<SearchParams, "goal">) {
  await setPreference(db, person, "goal", goal ?? "companies");
}

export async function loadPipelinePage(
  services: Pick<StartServices, "db" | "providers">,
  { searchParams }: URL,
  kind: Job["kind"] | readonly Job["kind"][],
  requirements: readonly Requirement[],
) {
  return {
    runs: await findPipelineRuns(services.db, [kind].flat(), pageNumber(searchParams)),
    unavailable: await unavailableReason(services, requirements),
  };
}
