import type { Db } from "../client";

/** The queues of searches of which one still waits or runs, the one started last first. */
export async function findOpenQueueIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("jobs as job")
    .innerJoin("searchHistory as entry", "entry.jobId", "job.id")
    .select("entry.queueId")
    .where("job.status", "in", ["queued", "running"])
    .where("entry.queueId", "is not", null)
    .groupBy("entry.queueId")
    .orderBy((eb) => eb.fn.max("entry.createdAt"), "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ queueId }) => queueId ?? []);
}

/** The queue that a job's search was started in; undefined where it was started alone. */
export async function getQueueIdOfJob(db: Db, jobId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("searchHistory")
    .select("queueId")
    .where("jobId", "=", jobId)
    .where("queueId", "is not", null)
    .executeTakeFirst();
  return row?.queueId ?? undefined;
}
