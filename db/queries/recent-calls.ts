import { sql } from "kysely";
import type { Db } from "../client";

/** A service's last calls by the ledgers; times in milliseconds UTC, null without a call. */
interface RecentCalls {
  provider: string;
  today: number;
  failedToday: number;
  lastAnswered: number | null;
  lastFailed: number | null;
}

/** The first ids of that time: those of calls begin with it (UUID version 7). */
function firstIdAt(time: number): string {
  const digits = time.toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/**
 * Counts the calls of each service, those of the language model under the name that is given for it.
 *
 * @param since what is older is not looked at
 * @param today when the day began
 */
export async function findRecentCalls(
  db: Db,
  { since, today, model }: { since: number; today: number; model: string },
): Promise<RecentCalls[]> {
  const { rows } = await sql<RecentCalls>`
    SELECT provider, sum(created_at >= ${today}) AS today,
      sum(created_at >= ${today} AND status = 'failed') AS failed_today,
      max(CASE status WHEN 'answered' THEN answered_at END) AS last_answered,
      max(CASE status WHEN 'failed' THEN answered_at END) AS last_failed
    FROM (
      SELECT provider, status, created_at, answered_at FROM provider_calls WHERE id >= ${firstIdAt(since)}
      UNION ALL
      SELECT ${model}, status, created_at, answered_at FROM model_calls WHERE created_at >= ${since}
    ) GROUP BY provider`.execute(db);
  return rows;
}
