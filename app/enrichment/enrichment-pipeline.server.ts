import type { Pipeline } from "../jobs/job-run.server";
import { findEmails } from "../pipelines/find-emails.server";
import type { EmailFinder } from "../providers/email-finder";

/** Looks for the emails of leads that are in the store already; its results were written when it was queued. */
export function enrichmentPipeline(emailFinder: EmailFinder | null): Pipeline {
  return {
    async run(run) {
      await findEmails(run, emailFinder, 0);
    },
  };
}
