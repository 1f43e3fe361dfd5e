import { countEmailStates, findPendingEmails } from "~db/queries/job-results";
import type { Pipeline, PipelineServices } from "../jobs/runner/job-run.server";
import { companyEmails } from "../pipelines/emails/email-question";
import { findEmails } from "../pipelines/emails/find-emails.server";
import { readWebsites } from "./read-websites.server";

/** Progress of the job, in per cent, when the search for emails is over. */
const EMAIL_SHARE = 40;

/**
 * Looks for the emails of leads that have none, then reads the websites of all and judges the companies. The leads are
 * in the store already; the job's results were written when it was queued.
 */
export function enrichmentPipeline(services: PipelineServices): Pipeline {
  return {
    async run(run) {
      // After a restart in the phase of websites the phase must not fall back.
      const hasEmails = run.job.phase === "emails";
      if (hasEmails && (await findPendingEmails(run.db, run.job.id)).length > 0) {
        await findEmails(run, services, 0, companyEmails, EMAIL_SHARE);
      }
      const from = (await countEmailStates(run.db, run.job.id)).size > 0 ? EMAIL_SHARE : 0;
      await readWebsites(run, services, from, { isRequested: run.job.kind === "enrichment" });
    },
  };
}
