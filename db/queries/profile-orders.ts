import type { Db } from "../client";

/**
 * Profile jobs that were asked for exactly the same and ended early, newest first: their orders may be paid for already.
 *
 * @param since when they were started at the earliest
 */
export async function findUnfinishedProfileJobs(
  db: Db,
  params: string,
  since: number,
): Promise<{ id: string; checkpoint: string }[]> {
  const jobs = await db
    .selectFrom("jobs")
    .select(["id", "checkpoint"])
    .where("kind", "=", "profiles")
    .where("createdAt", ">=", since)
    .where("status", "in", ["failed", "cancelled"])
    .where("params", "=", params)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(5)
    .execute();
  return jobs.flatMap(({ id, checkpoint }) => (checkpoint === null ? [] : [{ id, checkpoint }]));
}
