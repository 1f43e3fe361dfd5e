import { z } from "zod";
import type { Db } from "~db/client";
import { findLeadSeqsOfJob } from "~db/queries/job-results";
import { getJob } from "~db/queries/jobs";
import { findSeqsById, hasLeadWithoutEmail } from "~db/queries/lead-bulk";
import type { JobRow } from "~db/schema";
import { formatNumber } from "../format/german";
import type { JobRunner } from "../jobs/runner/job-runner.server";
import type { Providers } from "../providers/providers.server";
import { conflict, invalid, notFound } from "../refusal";
import { imprintSetting } from "../settings/team-settings.server";
import { queueEnrichment } from "./queue-enrichment.server";

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

/** @returns the job and how many leads it is about; null when none of them is there */
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

/** @throws Refusal 404 for an unknown job, 422 where none of the leads is there, 409 for too many */
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
