import { z } from "zod";
import type { Db } from "~db/client";
import { findLeadSeqsOfJob, insertJobResults } from "~db/queries/job-results";
import { findFollowUps, getJob } from "~db/queries/jobs";
import { findSeqsById, hasLeadWithoutEmail } from "~db/queries/lead-bulk";
import { findAwaitingLeads, findUnreadLeads } from "~db/queries/lead-enrichments";
import { findLeadsBySeq } from "~db/queries/lead-list";
import type { JobRow, LeadEnrichmentRow } from "~db/schema";
import { formatCount, formatNumber } from "../format/german";
import { isArea } from "../jobs/area/find-area.server";
import { isFinished } from "../jobs/job";
import { JOB_PARAMS } from "../jobs/kinds/job-params.server";
import { JOB_KINDS } from "../jobs/kinds/registry";
import { type QueuedBy, queueJob } from "../jobs/kinds/start-job.server";
import type { JobRunner } from "../jobs/runner/job-runner.server";
import type { Providers } from "../providers/providers.server";
import { conflict, invalid, notFound } from "../refusal";
import { imprintSetting } from "../settings/team-settings.server";

interface EnrichmentJobInput {
  seqs: readonly number[];
  withEmails?: boolean;
  search?: JobRow;
  warnings?: readonly string[];
  isBackground?: boolean;
}

/** Runs in the caller's transaction. Null if all leads are gone. */
export async function queueEnrichment(
  trx: Db,
  { seqs, withEmails = false, search, warnings = [], isBackground = false }: EnrichmentJobInput,
  by: QueuedBy,
): Promise<JobRow | null> {
  const leads = await findLeadsBySeq(trx, seqs);
  const count = leads.length;
  if (count === 0) return null;
  const size = { requested: count, found: count };
  const own = {
    ...size,
    params: { count },
    query: `Anreicherung von ${formatCount(count, "Lead", "Leads")}`,
    phase: withEmails ? ("emails" as const) : ("enriching" as const),
    warnings,
    isBackground,
  };
  const following = search && {
    ...size,
    params: { of: search.id, count, ...(search.region ? { region: search.region } : {}) },
    query: `Websites zu „${search.query}“`,
    region: search.region,
    parentId: search.id,
    isBackground: true,
  };
  const job = await (following === undefined
    ? queueJob(trx, "enrichment", own, by)
    : queueJob(trx, "reading", following, by));
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
  await insertJobResults(trx, results);
  return job;
}

const RETRY_AFTER_MS = 7 * 86_400_000;

/** Skips websites read since the job was queued (`queuedAt`, milliseconds UTC), or that failed recently. */
export function isWorthReading(
  { triedAt, problem, awaitsModel }: Pick<LeadEnrichmentRow, "triedAt" | "problem" | "awaitsModel">,
  queuedAt: number,
  now: number,
): boolean {
  if (triedAt >= queuedAt) return false;
  return problem === null || awaitsModel === 1 || triedAt < now - RETRY_AFTER_MS;
}

const AWAITING_MS = 3_600_000;
const MAX_AWAITING = 200;

/** Runs in the transaction that ends the job; repeated calls queue one job. */
export async function queueFollowUp(trx: Db, job: JobRow): Promise<void> {
  const now = Date.now();
  const by = { actor: job.createdBy, now };
  if (job.kind === "reading" || job.kind === "enrichment") {
    if (job.status !== "complete") return;
    const which = { jobId: job.id, before: now - AWAITING_MS, limit: MAX_AWAITING };
    const seqs = await findAwaitingLeads(trx, which);
    await queueEnrichment(trx, { seqs, isBackground: true }, by);
    return;
  }
  const params = JOB_PARAMS[job.kind].parse(JSON.parse(job.params));
  // A crashed job will be resumed.
  if (!JOB_KINDS[job.kind].wantsReading(params) || job.failureKind === "crashed") return;
  // A walk of an area may be fetched in several goes.
  const earlier = await findFollowUps(trx, [job.id]);
  if (earlier.some((one) => !isArea(job) || !isFinished(one))) return;
  const seqs = await findUnreadLeads(trx, job.id, now - RETRY_AFTER_MS);
  await queueEnrichment(trx, { seqs, search: job }, by);
}

const MAX_ENRICHED = 5_000;

export const EnrichmentRequestSchema = z
  .strictObject({
    ids: z
      .array(z.string("Ein Text."), "Eine Liste von ids.")
      .min(1, "Mindestens einen Lead nennen.")
      .max(MAX_ENRICHED, `Höchstens ${MAX_ENRICHED.toLocaleString("de-DE")} ids auf einmal.`)
      .optional(),
    jobId: z.string("Die id eines Laufs.").optional().describe("Alle Leads dieses Laufs"),
  })
  .superRefine(({ ids, jobId }, context) => {
    if ((ids === undefined) !== (jobId === undefined)) return;
    const message =
      ids === undefined ? "ids oder jobId nennen." : "Entweder ids oder jobId nennen, nicht beide.";
    context.addIssue({ code: "custom", path: ["ids"], message });
  });
type EnrichmentRequest = z.infer<typeof EnrichmentRequestSchema>;

interface EnrichmentServices {
  db: Db;
  jobs: Pick<JobRunner, "wake">;
  providers: Pick<Providers, "emails">;
}

const MISSING_EMAIL_KEY =
  "E-Mails werden nicht gesucht: Der Schlüssel von Anymailfinder ist nicht hinterlegt (siehe Einstellungen).";

/** @returns null if all leads are gone */
export async function startEnrichment(
  { db, jobs, providers }: EnrichmentServices,
  seqs: readonly number[],
  actor: string,
): Promise<{ job: JobRow; count: number } | null> {
  if (seqs.length > MAX_ENRICHED) {
    throw conflict(
      `Höchstens ${formatNumber(MAX_ENRICHED)} Leads auf einmal anreichern; gewählt sind ${formatNumber(seqs.length)}. Bitte weiter filtern.`,
    );
  }
  const hasKey = (await providers.emails()) !== null;
  const { isRead } = await imprintSetting.load(db);
  const lacksKey = !hasKey && !isRead && (await hasLeadWithoutEmail(db, seqs));
  const warnings = lacksKey ? [MISSING_EMAIL_KEY] : [];
  const job = await db
    .transaction()
    .execute((trx) =>
      queueEnrichment(trx, { seqs, withEmails: hasKey, warnings }, { actor, now: Date.now() }),
    );
  if (job === null) return null;
  jobs.wake();
  return { job, count: job.requested };
}

export async function startRequestedEnrichment(
  services: EnrichmentServices,
  { ids = [], jobId }: EnrichmentRequest,
  actor: string,
): Promise<JobRow> {
  const { db } = services;
  if (jobId !== undefined && (await getJob(db, jobId)) === undefined) {
    throw notFound("Diesen Lauf gibt es nicht.");
  }
  const seqs = await (jobId === undefined ? findSeqsById(db, ids) : findLeadSeqsOfJob(db, jobId));
  const started = await startEnrichment(services, seqs, actor);
  if (started !== null) return started.job;
  throw invalid(jobId === undefined ? "ids" : "jobId", "Keinen dieser Leads gibt es.");
}
