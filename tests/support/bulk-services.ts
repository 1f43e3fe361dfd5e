import { startEnrichment } from "~/enrichment/start-enrichment.server";
import { startBulkJob } from "~/jobs/kinds/start-job.server";
import { JobFeed } from "~/jobs/progress/job-feed.server";
import { JobRunner } from "~/jobs/runner/job-runner.server";
import type { BulkActionServices } from "~/leads/bulk/run-bulk-action.server";
import { bulkPipeline } from "~/pipelines/bulk-pipeline.server";
import { storeLeadList } from "~/pipelines/contacts/start-contacts.server";
import type { Db } from "~db/client";
import { servicesWith } from "./fake-providers";

const ZONE = "Europe/Berlin";

/** What bulk actions work with; their jobs run in this thread, those of an enrichment wait. */
export function bulkServices(db: Db): BulkActionServices & { jobs: JobRunner } {
  const { providers } = servicesWith({});
  const silent = { info: () => {}, error: () => {} };
  const jobs = new JobRunner(db, new JobFeed(), { bulk: bulkPipeline(ZONE) }, silent);
  return {
    db,
    jobs,
    timeZone: ZONE,
    enrichLeads: (seqs, actor) =>
      startEnrichment({ db, jobs: { wake: () => {} }, providers }, seqs, actor),
    listLeads: (seqs, actor) => storeLeadList(db, seqs, actor),
    startBulk: (params, count, actor) => startBulkJob({ db, jobs }, params, count, actor),
  };
}
