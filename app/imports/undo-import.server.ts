import { setTimeout as delay } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { moveLeadsToTrash } from "~db/queries/deleted-leads";
import { findImportedLeads, getImport, removeSource, updateImport } from "~db/queries/imports";
import { findJobs } from "~db/queries/jobs";
import { parseList } from "~db/queries/leads";
import { JOB_PARAMS } from "../jobs/kinds/job-params.server";
import type { JobRunner } from "../jobs/runner/job-runner.server";
import type { BulkServices } from "../leads/bulk/bulk-leads.server";
import type { ByWhom, FieldChanges } from "../leads/store/change-lead.server";
import { mergeChanges, revertLeads } from "../leads/undo/undo-action.server";
import { invalid } from "../refusal";

/** How long the page waits for the end; what is left goes on by itself. */
const PATIENCE_MS = 5_000;

const EventsSchema = z.array(z.object({ kind: z.string(), changes: z.string() }));

/** The imports that are being taken back, each with its job. */
export async function findUndoing(db: Db): Promise<Map<string, string>> {
  const open = await findJobs(db, { kinds: ["bulk"], isOpen: true }, -1, 0);
  const byImport = open.jobs.flatMap(({ id, params }): [string, string][] => {
    const { importId } = JOB_PARAMS.bulk.parse(JSON.parse(params));
    return importId === undefined ? [] : [[importId, id]];
  });
  return new Map(byImport);
}

/**
 * Takes an import back as a whole, in a job: leads that it made and that no job found since go to the Papierkorb, known
 * ones lose what it filled in where that still stands, and its sources go. Ended half-way, it can be asked for again and
 * goes on. Answers when it is done, or after some seconds while the rest is done.
 *
 * @throws Refusal when there is nothing to undo or it is still running
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
  const underWay = (await findUndoing(db)).get(importId);
  const jobId = underWay ?? (await startBulk(params, stored ?? 0, actor)).id;
  await Promise.race([jobs.untilEnded(jobId), delay(PATIENCE_MS, undefined, { ref: false })]);
}

/**
 * Takes back what an import did to some of its leads, in the caller's transaction, and notes its end.
 *
 * @param after the position of the result that was the last one before
 * @returns the position it came to, null at the end
 */
export async function takeBackSome(
  trx: Db,
  importId: string,
  { after, size }: { after: number; size: number },
  deletionId: string,
  { actor, now: at }: ByWhom,
): Promise<{ after: number | null; done: number; changed: number }> {
  const jobId = (await getImport(trx, importId))?.jobId ?? null;
  const leads = jobId === null ? [] : await findImportedLeads(trx, jobId, after, size);
  const doomed: number[] = [];
  for (const { seq, wasFoundSince, sourceId, ...lead } of leads) {
    const events = EventsSchema.parse(JSON.parse(lead.events));
    const was = (what: string) => events.some(({ kind }) => kind === what);
    const isGone = wasFoundSince === 0 && (was("created") || was("restored"));
    if (isGone) doomed.push(seq);
    // A lead that the import made lies in the Papierkorb as it was, one that it brought back as it lay there before.
    if (isGone && was("created")) continue;
    const merged = events.reduce<FieldChanges>(
      (all, event) => mergeChanges(all, event.changes),
      {},
    );
    // Fields that a person set since stay, even where they are what the import wrote.
    for (const field of parseList(lead.editedFields)) delete merged[field];
    const about = { at, actor, jobId, kind: "import_undone" } as const;
    await revertLeads(trx, new Map([[seq, merged]]), about);
    await removeSource(trx, sourceId);
  }
  await moveLeadsToTrash(trx, doomed, { id: deletionId, at, actor });
  const last = leads.at(-1)?.position ?? null;
  if (last === null) await updateImport(trx, importId, { undoneAt: Date.now() });
  return { after: last, done: leads.length, changed: leads.length };
}
