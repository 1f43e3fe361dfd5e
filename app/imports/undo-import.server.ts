import { setTimeout as delay } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { getImport } from "~db/queries/imports";
import { findJobs } from "~db/queries/jobs";
import { JOB_PARAMS } from "../jobs/kinds/job-params.server";
import type { JobRunner } from "../jobs/runner/job-runner.server";
import type { BulkServices } from "../leads/bulk/bulk-leads.server";
import { invalid } from "../refusal";

const MAX_WAIT_MS = 5_000;

export async function findOpenUndos(db: Db): Promise<Map<string, string>> {
  const open = await findJobs(db, { kinds: ["bulk"], isOpen: true }, -1, 0);
  const byImport = open.jobs.flatMap(({ id, params }): [string, string][] => {
    const { importId } = JOB_PARAMS.bulk.parse(JSON.parse(params));
    return importId === undefined ? [] : [[importId, id]];
  });
  return new Map(byImport);
}

/**
 * Starts a job: leads created only by the import go to the Papierkorb, known ones lose what it filled in. Resolves when
 * the job has ended, or after MAX_WAIT_MS.
 */
export async function undoImport(
  { db, jobs, startBulk }: Pick<BulkServices, "db" | "startBulk"> & { jobs: JobRunner },
  importId: string,
  actor: string,
): Promise<void> {
  const entry = await getImport(db, importId);
  if (entry === undefined || entry.jobId === null) {
    throw invalid("file", "Dieser Import wurde noch nicht gestartet.");
  }
  if (entry.undoneAt !== null) return;
  if (entry.status === "queued" || entry.status === "running") {
    throw invalid("file", "Der Import läuft noch. Erst abbrechen, dann rückgängig machen.");
  }
  const { fileName, stored } = entry;
  const params = { name: "undo-import" as const, importId, fileName, actionId: uuid() };
  const underWay = (await findOpenUndos(db)).get(importId);
  const jobId = underWay ?? (await startBulk(params, stored ?? 0, actor)).id;
  await Promise.race([jobs.untilEnded(jobId), delay(MAX_WAIT_MS, undefined, { ref: false })]);
}
