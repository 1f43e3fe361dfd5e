import { sql } from "kysely";
import type { Db } from "../client";

/** A provider's calls for one job in a month, and what they found. Calls for no search have no term. */
export type YieldRow = Record<"month" | "provider", string> &
  Record<"term" | "place" | "search", string | null> &
  Record<"calls" | "credits" | "found" | "newLeads", number> &
  Record<"withEmail" | "approved" | "contacted", number>;

/** A search's parts and follow-ups belong to it. Its leads count once, in the month of the first call. */
export async function findMonthlyYield(db: Db, month: string, of: string): Promise<YieldRow[]> {
  const { rows } = await sql<YieldRow>`
    SELECT month, provider, search.query AS term, search.region AS place,
      search.query || '|' || ifnull(search.region, '') AS search, calls, credits,
      ifnull(finder.found, 0) AS found, ifnull(finder.fresh, 0) AS new_leads,
      total(email IS NOT NULL) AS with_email, total(approved) AS approved,
      total(contacted) AS contacted
    FROM provider_usage AS used
      LEFT JOIN jobs AS job ON job.id = used.job_id
      LEFT JOIN jobs AS parent ON parent.id = job.parent_id
      LEFT JOIN jobs AS search ON search.id = coalesce(parent.parent_id, parent.id, job.id)
        AND search.kind IN ('maps', 'web')
      LEFT JOIN jobs AS finder ON finder.id = job.id AND search.id IS NOT NULL
        AND finder.kind IN ('maps', 'web')
        AND (month, provider) = (SELECT month, provider FROM provider_usage
          WHERE job_id = finder.id AND provider NOT IN ('anymailfinder', 'openai', 'vayne')
          ORDER BY month, provider LIMIT 1)
      LEFT JOIN job_results AS result ON result.job_id = finder.id AND is_new = 1
      LEFT JOIN leads ON leads.seq = lead_seq
    WHERE month = ${month} AND ${of} IN ('', provider) AND calls > 0
    GROUP BY month, provider, used.job_id`.execute(db);
  return rows;
}
