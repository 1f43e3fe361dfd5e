import { setImmediate as nextTurn } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { insertJobResults } from "~db/queries/job-results";
import { insertJob } from "~db/queries/jobs";
import { findSeqsWithoutEmail } from "~db/queries/lead-bulk";
import { findLeadsBySeq } from "~db/queries/lead-list";
import type { JobRow } from "~db/schema";
import { formatCount, formatNumber } from "../format/german";
import type { JobRunner } from "../jobs/job-runner.server";
import type { Providers } from "../providers/providers.server";

/** Each lead may cost a credit, so that one press never asks for more than this. */
const MAX_LEADS = 5_000;
const WRITE_CHUNK = 500;
const READ_CHUNK = 5_000;

/** An enrichment can't begin; the message says why and what to do. */
export class EnrichmentNotReadyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EnrichmentNotReadyError";
  }
}

export interface EnrichmentServices {
  db: Db;
  jobs: JobRunner;
  providers: Pick<Providers, "emails">;
}

/**
 * Queues a job that looks for the emails of those leads that have none.
 *
 * @param seqs internal numbers of leads
 * @returns the job and how many leads it is about; null when none of them lacks an email
 * @throws EnrichmentNotReadyError
 */
export async function startEnrichment(
  { db, jobs, providers }: EnrichmentServices,
  seqs: readonly number[],
  actor: string,
): Promise<{ job: JobRow; count: number } | null> {
  if ((await providers.emails()) === null) {
    throw new EnrichmentNotReadyError(
      "Zum Anreichern fehlt der Schlüssel von Anymailfinder. Er wird in den Einstellungen hinterlegt.",
    );
  }
  const missing = await findMissing(db, seqs);
  if (missing.length > MAX_LEADS) {
    throw new EnrichmentNotReadyError(
      `Höchstens ${formatNumber(MAX_LEADS)} Leads auf einmal anreichern; gewählt sind mehr ohne E-Mail. Bitte weiter filtern.`,
    );
  }
  const job = await db.transaction().execute((trx) => queueJob(trx, missing, actor));
  if (job === null) return null;
  jobs.wake();
  return { job, count: job.requested };
}

/** Those without email, one more than allowed at most: who chose a whole store is told so at once. */
async function findMissing(db: Db, seqs: readonly number[]): Promise<number[]> {
  const missing: number[] = [];
  for (let start = 0; start < seqs.length && missing.length <= MAX_LEADS; start += READ_CHUNK) {
    const room = MAX_LEADS + 1 - missing.length;
    missing.push(...(await findSeqsWithoutEmail(db, seqs.slice(start, start + READ_CHUNK), room)));
    await nextTurn();
  }
  return missing;
}

/** Null when none of the leads is there any more. */
async function queueJob(trx: Db, seqs: readonly number[], actor: string): Promise<JobRow | null> {
  const leads = await findLeadsBySeq(trx, seqs);
  const count = leads.length;
  if (count === 0) return null;
  const job = await insertJob(trx, {
    id: uuid(),
    type: "enrichment",
    status: "queued",
    phase: "emails",
    requested: count,
    found: count,
    stored: count,
    params: JSON.stringify({ count }),
    query: `Anreicherung von ${formatCount(count, "Lead", "Leads")}`,
    createdBy: actor,
    createdAt: Date.now(),
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
    emailState: "pending" as const,
  }));
  for (let start = 0; start < count; start += WRITE_CHUNK) {
    await insertJobResults(trx, results.slice(start, start + WRITE_CHUNK));
  }
  return job;
}
