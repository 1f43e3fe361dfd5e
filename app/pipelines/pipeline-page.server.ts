import { pageNumber } from "../http/paging.server";
import type { Job } from "../jobs/job";
import type { Requirement } from "../jobs/kinds/job-kind";
import { type StartServices, unavailableReason } from "../jobs/kinds/start-job.server";
import { findPipelineRuns } from "../jobs/progress/pipeline-runs.server";

/** The runs of a pipeline and what it lacks. */
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
