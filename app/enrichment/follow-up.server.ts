import type { Db } from "~db/client";
import { findFollowUps } from "~db/queries/jobs";
import { findUnreadLeads } from "~db/queries/lead-enrichments";
import type { JobRow } from "~db/schema";
import { JOB_KINDS } from "../jobs/kinds/registry";
import { queueEnrichment } from "./queue-enrichment.server";
import { RETRY_AFTER_MS } from "./reading-age";

function wantsReading({ kind, status, params }: JobRow): boolean {
  if (status !== "complete") return false;
  const { params: schema, wantsReading: wants } = JOB_KINDS[kind];
  return wants(schema.parse(JSON.parse(params)));
}

/**
 * Queues the reading of the websites that a search brought, behind everything a person starts. Runs in the transaction
 * that ends the search; told twice, it queues one job.
 */
export async function queueFollowUp(trx: Db, job: JobRow): Promise<void> {
  if (!wantsReading(job)) return;
  if ((await findFollowUps(trx, [job.id])).length > 0) return;
  const now = Date.now();
  const seqs = await findUnreadLeads(trx, job.id, now - RETRY_AFTER_MS);
  await queueEnrichment(trx, { seqs, search: job }, { actor: job.createdBy, now });
}
