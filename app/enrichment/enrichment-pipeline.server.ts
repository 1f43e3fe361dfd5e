import type { Pipeline } from "../jobs/job-run.server";
import { findEmails } from "../pipelines/find-emails.server";
import type { PipelineServices } from "../pipelines/pipeline-services";

/** Looks for the emails of leads that are in the store already; its results were written when it was queued. */
export function enrichmentPipeline(services: PipelineServices): Pipeline {
  return {
    async run(run) {
      await findEmails(run, services, 0);
    },
  };
}
