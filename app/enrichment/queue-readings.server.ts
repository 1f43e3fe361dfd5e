import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import { insertJob } from "~db/queries/jobs";
import { findLeadsBySeq } from "~db/queries/lead-list";
import type { JobRow, NewJobRow } from "~db/schema";

const WRITE_CHUNK = 500;

/** A job that reads the websites of leads, and looks for their emails first where that is wanted. */
export interface ReadingOrder {
  seqs: readonly number[];
  withEmails: boolean;
  /** What the job is called, by the number of its leads. */
  title: (count: number) => string;
  job: Pick<NewJobRow, "createdBy" | "createdAt"> &
    Partial<
      Pick<NewJobRow, "parentId" | "isBackground" | "warnings" | "region" | "status" | "runToken">
    >;
  params: Readonly<Record<string, unknown>>;
}

/** Queues the job with a result for each lead, in the caller's transaction. Null when none of the leads is there. */
export async function queueReadings(
  trx: Db,
  { seqs, withEmails, title, job: fields, params }: ReadingOrder,
): Promise<JobRow | null> {
  const leads = await findLeadsBySeq(trx, seqs);
  const count = leads.length;
  if (count === 0) return null;
  const job = await insertJob(trx, {
    id: uuid(),
    type: "enrichment",
    status: "queued",
    phase: withEmails ? "emails" : "enriching",
    requested: count,
    found: count,
    stored: count,
    params: JSON.stringify({ ...params, count }),
    query: title(count),
    ...fields,
  });
  const results = leads.map((lead, position) => ({
    jobId: job.id,
    position,
    leadSeq: lead.seq,
    domain: lead.domain,
    companyName: lead.companyName,
    website: lead.website,
    phone: lead.phone,
    address: lead.address,
    city: lead.city,
    isNew: 0 as const,
    emailState: withEmails && lead.email === null ? ("pending" as const) : null,
    siteState: "pending" as const,
  }));
  for (let start = 0; start < count; start += WRITE_CHUNK) {
    await insertJobResults(trx, results.slice(start, start + WRITE_CHUNK));
  }
  return job;
}
