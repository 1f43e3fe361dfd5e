import { z } from "zod";
import type { Db } from "~db/client";
import { findFollowUps } from "~db/queries/jobs";
import { findUnreadLeads } from "~db/queries/lead-enrichments";
import type { JobRow } from "~db/schema";
import { queueReadings } from "./queue-readings.server";
import { RETRY_AFTER_MS } from "./reading-age";

/** What of a job's params tells whether its leads are to be enriched. */
const ParamsSchema = z.looseObject({
  enrich: z.boolean().optional(),
  mode: z.string().optional(),
});

function wantsReadings({ type, status, params }: JobRow): boolean {
  if (status !== "complete" || type === "enrichment") return false;
  const { enrich, mode } = ParamsSchema.parse(JSON.parse(params));
  // A list whose contacts were looked for has nothing to be asked; an import brings what the team knows already.
  return type === "csv" ? mode === "contacts" : enrich === true;
}

/**
 * Queues the reading of the websites that a search brought, behind everything a person starts. Runs in the transaction
 * that ends the search; told twice, it queues one job.
 */
export async function queueFollowUp(trx: Db, job: JobRow): Promise<void> {
  if (!wantsReadings(job)) return;
  if ((await findFollowUps(trx, [job.id])).length > 0) return;
  const now = Date.now();
  await queueReadings(trx, {
    seqs: await findUnreadLeads(trx, job.id, now - RETRY_AFTER_MS),
    withEmails: false,
    title: () => `Websites zu „${job.query}“`,
    job: {
      parentId: job.id,
      isBackground: 1,
      region: job.region,
      createdBy: job.createdBy,
      createdAt: now,
    },
    params: { mode: "sites", of: job.id, ...(job.region ? { region: job.region } : {}) },
  });
}
