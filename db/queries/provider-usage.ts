import { sql } from "kysely";
import type { Db } from "../client";
import type { Row } from "../schema";
import { listed } from "./read-rows";

export type ProviderUsage = Omit<Row<"providerUsage">, "month" | "jobId">;

const SUMS = sql<Omit<ProviderUsage, "provider">>`
  sum(calls) AS calls, sum(billed) AS billed, sum(credits) AS credits, sum(saved) AS saved`;

export async function addUsage(
  db: Db,
  where: { month: string; provider: string; jobId: string },
  added: Partial<Omit<ProviderUsage, "provider">>,
): Promise<void> {
  const { calls = 0, billed = 0, credits = 0, saved = 0 } = added;
  await db
    .insertInto("providerUsage")
    .values({ ...where, calls, billed, credits, saved })
    .onConflict((conflict) =>
      conflict.columns(["month", "provider", "jobId"]).doUpdateSet({
        calls: sql`calls + ${calls}`,
        billed: sql`billed + ${billed}`,
        credits: sql`credits + ${credits}`,
        saved: sql`saved + ${saved}`,
      }),
    )
    .execute();
}

/** Single places of a map count as its calls, mere ids do not. */
export async function countMonthlyCalls(db: Db, month: string, provider: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT ifnull(sum(calls), 0) AS n FROM provider_usage
    WHERE month = ${month} AND provider IN (${provider}, ${`${provider}-details`})`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findJobUsage(db: Db, jobIds: readonly string[]): Promise<ProviderUsage[]> {
  const { rows } = await sql<ProviderUsage>`SELECT provider, ${SUMS} FROM provider_usage
    WHERE job_id IN ${listed(jobIds)}
    GROUP BY provider ORDER BY provider`.execute(db);
  return rows;
}

export async function findCampaignUsage(db: Db, campaignId: string): Promise<ProviderUsage[]> {
  const { rows } = await sql<ProviderUsage>`SELECT provider, ${SUMS} FROM provider_usage
    WHERE job_id IN (SELECT job_id FROM campaign_tasks WHERE campaign_id = ${campaignId}
      UNION SELECT jobs.id FROM campaign_tasks JOIN jobs ON parent_id = job_id
        WHERE campaign_id = ${campaignId})
    GROUP BY provider ORDER BY provider`.execute(db);
  return rows;
}

/** From the month's calls, which are few beside the campaign's tasks. @param month YYYY-MM */
export async function findMonthUsage(db: Db, campaignId: string, month: string) {
  const { rows } = await sql<ProviderUsage>`SELECT provider, ${SUMS} FROM provider_usage AS used
    WHERE month = ${month} AND EXISTS (SELECT 1 FROM jobs CROSS JOIN campaign_tasks AS task
      WHERE jobs.id = used.job_id AND task.job_id IN (jobs.id, jobs.parent_id)
        AND campaign_id = ${campaignId})
    GROUP BY provider`.execute(db);
  return rows;
}

/** Leads whose websites a campaign's jobs have yet to read. */
export async function countLeadsToRead(db: Db, campaignId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT ifnull(sum(requested), 0) AS n
    FROM jobs CROSS JOIN campaign_tasks ON job_id = parent_id
    WHERE jobs.status IN ('queued', 'running') AND campaign_id = ${campaignId}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findMonthlyUsage(
  db: Db,
  since: string,
): Promise<(ProviderUsage & { month: string })[]> {
  const { rows } = await sql<ProviderUsage & { month: string }>`
    SELECT month, provider, ${SUMS} FROM provider_usage WHERE month >= ${since}
    GROUP BY month, provider ORDER BY month DESC, provider`.execute(db);
  return rows;
}
