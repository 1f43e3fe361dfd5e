import { sql } from "kysely";
import type { Db } from "../client";
import type { New } from "../schema";

export function getLeadEnrichment(db: Db, leadSeq: number) {
  const readings = db.selectFrom("leadEnrichments").selectAll();
  return readings.where("leadSeq", "=", leadSeq).executeTakeFirst();
}

/** Absent values keep the stored ones. */
export async function putLeadEnrichment(db: Db, enrichment: New<"leadEnrichments">): Promise<void> {
  const { leadSeq: _leadSeq, ...values } = enrichment;
  await db
    .insertInto("leadEnrichments")
    .values(enrichment)
    .onConflict((conflict) => conflict.column("leadSeq").doUpdateSet(values))
    .execute();
}

export async function findOpenReading(db: Db, leadSeq: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("jobResults")
    .innerJoin("jobs", "jobs.id", "jobResults.jobId")
    .select("jobs.id")
    .where("jobResults.leadSeq", "=", leadSeq)
    .where("jobResults.siteState", "=", "pending")
    .where("jobs.status", "in", ["queued", "running"])
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function findFieldsSetByReadings(db: Db, leadSeq: number): Promise<Set<string>> {
  const { rows } = await sql<{ field: string }>`
    SELECT DISTINCT json_each.key AS field FROM lead_events, json_each(lead_events.changes)
    WHERE lead_seq = ${leadSeq} AND kind = 'enriched'`.execute(db);
  return new Set(rows.map(({ field }) => field));
}

/**
 * Leads that were never read, failed before a time (milliseconds UTC), or wait for a model that has answered since.
 * Of a campaign's repetition, only new ones.
 */
export async function findUnreadLeads(db: Db, jobId: string, before: number): Promise<number[]> {
  const { rows } = await sql<{ leadSeq: number }>`
    SELECT DISTINCT r.lead_seq AS lead_seq FROM job_results AS r
    LEFT JOIN lead_enrichments AS e ON e.lead_seq = r.lead_seq
    WHERE r.job_id = ${jobId} AND r.lead_seq IS NOT NULL AND (r.is_new = 1
      OR NOT EXISTS (SELECT 1 FROM campaign_tasks WHERE job_id = r.job_id AND source IS NOT NULL)) AND (
      e.lead_seq IS NULL
      OR (e.problem IS NOT NULL AND e.enriched_at IS NOT e.tried_at AND e.tried_at < ${before})
      OR (e.awaits_model = 1 AND EXISTS (
        SELECT 1 FROM model_calls WHERE created_at > e.tried_at AND status = 'answered')))
    ORDER BY r.lead_seq`.execute(db);
  return rows.map(({ leadSeq }) => leadSeq);
}

/** Longest wait first; empty unless the model has judged a lead of the job. `before` is milliseconds UTC. */
export async function findAwaitingLeads(
  db: Db,
  { jobId, before, limit }: { jobId: string; before: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ leadSeq: number }>`
    SELECT lead_seq FROM lead_enrichments
    WHERE awaits_model = 1 AND tried_at < ${before} AND EXISTS (
      SELECT 1 FROM lead_enrichments WHERE job_id = ${jobId} AND basis = 'model'
        AND (problem IS NULL OR enriched_at = tried_at))
    AND NOT EXISTS (
      SELECT 1 FROM job_results JOIN jobs ON jobs.id = job_results.job_id
      WHERE job_results.lead_seq = lead_enrichments.lead_seq AND site_state = 'pending'
        AND status IN ('queued', 'running'))
    ORDER BY tried_at LIMIT ${limit}`.execute(db);
  return rows.map(({ leadSeq }) => leadSeq);
}
