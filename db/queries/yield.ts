import { sql } from "kysely";
import type { Db } from "../client";

export type YieldCount = "found" | "newLeads" | "withEmail" | "approved" | "contacted";

/** A provider's calls for one search in a month, and what they found. Other calls have no term. */
export type YieldRow = Record<"month" | "provider" | "termKey" | "placeKey", string> &
  Record<"term" | "place", string | null> &
  Record<"calls" | "credits" | YieldCount, number>;

/** A search's parts and follow-ups belong to it. Its leads count in the month of the first call. */
export async function findMonthlyYield(db: Db, month: string): Promise<YieldRow[]> {
  const { rows } = await sql<YieldRow>`
    WITH brought AS MATERIALIZED (
      SELECT job_id, sum(email IS NOT NULL) AS with_email, sum(approved) AS approved,
        sum(contacted) AS contacted
      FROM job_results CROSS JOIN leads INDEXED BY leads_by_seq ON seq = lead_seq
      WHERE is_new = 1 AND job_id IN (SELECT job_id FROM provider_usage WHERE month = ${month})
      GROUP BY job_id)
    SELECT used.month, provider, max(search.query) AS term, max(search.region) AS place,
      fold_text(ifnull(search.query, '')) AS term_key,
      fold_text(ifnull(search.region, '')) AS place_key,
      sum(calls) AS calls, sum(credits) AS credits, ifnull(sum(finder.found), 0) AS found,
      ifnull(sum(finder.fresh), 0) AS new_leads, ifnull(sum(with_email), 0) AS with_email,
      ifnull(sum(approved), 0) AS approved, ifnull(sum(contacted), 0) AS contacted
    FROM provider_usage AS used
      LEFT JOIN jobs AS job ON job.id = used.job_id
      LEFT JOIN jobs AS parent ON parent.id = job.parent_id
      LEFT JOIN jobs AS search ON search.id = coalesce(parent.parent_id, parent.id, job.id)
        AND search.kind IN ('maps', 'web')
      LEFT JOIN jobs AS finder ON finder.id = job.id AND search.id IS NOT NULL
        AND finder.kind IN ('maps', 'web') AND provider NOT IN ('anymailfinder', 'openai', 'vayne')
        AND used.month = (SELECT min(month) FROM provider_usage WHERE job_id = finder.id)
      LEFT JOIN brought ON brought.job_id = finder.id
    WHERE used.month = ${month} AND calls > 0 GROUP BY term_key, place_key, provider`.execute(db);
  return rows;
}
