import type { Db } from "~db/client";
import { findParts } from "~db/queries/jobs";
import type { JobRow } from "~db/schema";
import type { JobRunner } from "./job-runner.server";

/**
 * Cancels a job and whatever runs as part of it; what they found stays stored.
 *
 * @returns the job, or undefined when there is none
 */
export async function cancelWithParts(
  { db, jobs }: { db: Db; jobs: JobRunner },
  id: string,
): Promise<JobRow | undefined> {
  const parts = await findParts(db, id);
  const [job] = await Promise.all(
    [id, ...parts.map((part) => part.id)].map((it) => jobs.cancel(it)),
  );
  return job;
}
