import { setTimeout as delay } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { type Deletion, moveLeadsToTrash } from "~db/queries/deleted-leads";
import {
  findImportedLeads,
  getImport,
  type ImportedLead,
  removeSource,
  updateImport,
} from "~db/queries/imports";
import { findJobs } from "~db/queries/jobs";
import { findTags, type LeadChange, parseList, setTags, updateLead } from "~db/queries/leads";
import { JOB_PARAMS } from "../jobs/kinds/job-params.server";
import type { JobRunner } from "../jobs/runner/job-runner.server";
import type { BulkServices } from "../leads/bulk/bulk-leads.server";
import { FILLABLE_FIELDS } from "../leads/lead";
import { type ByWhom, changesOf, recordEvent } from "../leads/store/change-lead.server";
import { invalid } from "../refusal";

/** How long the page waits for the end; what is left goes on by itself. */
const PATIENCE_MS = 5_000;

const ChangesSchema = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));
type Changes = z.infer<typeof ChangesSchema>;

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
  const params = { name: "undo-import" as const, importId, fileName, deletionId: uuid() };
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
  const deletion: Deletion = { id: deletionId, at, actor };
  const jobId = (await getImport(trx, importId))?.jobId ?? null;
  const { last, leads } =
    jobId === null ? { last: null, leads: [] } : await findImportedLeads(trx, jobId, after, size);
  const doomed: number[] = [];
  for (const imported of leads) {
    const { lead } = imported;
    const wasMade = imported.events.some(({ kind }) => kind === "created");
    const isGone = !wasFoundSince(imported, jobId) && (wasMade || cameBack(imported));
    if (isGone) doomed.push(lead.seq);
    // A lead that the import made lies in the Papierkorb as it was, one that it brought back as it lay there before.
    if (!isGone || !wasMade) await takeBackOne(trx, imported, jobId, deletion);
  }
  await moveLeadsToTrash(trx, doomed, deletion);
  if (last === null) await updateImport(trx, importId, { undoneAt: Date.now() });
  return { after: last, done: leads.length, changed: leads.length };
}

function wasFoundSince({ sources }: ImportedLead, jobId: string | null): boolean {
  const own = sources.find((source) => source.jobId === jobId);
  return sources.some(
    (source) => source !== own && own !== undefined && source.foundAt >= own.foundAt,
  );
}

function cameBack({ events }: ImportedLead): boolean {
  return events.some(({ kind }) => kind === "restored");
}

function importedChanges({ events }: ImportedLead): Changes {
  return Object.assign(
    {},
    ...events.map(({ changes }) => ChangesSchema.parse(JSON.parse(changes))),
  );
}

/** The columns that still hold what the import wrote, as they were before: empty. */
function reverted({ lead }: ImportedLead, changes: Changes): LeadChange {
  const edited = new Set(parseList(lead.editedFields));
  const isOwn = (field: (typeof FILLABLE_FIELDS)[number] | "emails" | "phones") =>
    changes[field] !== undefined && !edited.has(field) && lead[field] === changes[field].to;
  const emptied = FILLABLE_FIELDS.filter(isOwn);
  const { emails, phones } = changes;
  return {
    ...Object.fromEntries(emptied.map((field) => [field, null])),
    ...(isOwn("emails") && typeof emails?.from === "string" ? { emails: emails.from } : {}),
    ...(isOwn("phones") && typeof phones?.from === "string" ? { phones: phones.from } : {}),
  };
}

async function takeBackOne(
  trx: Db,
  imported: ImportedLead,
  jobId: string | null,
  { at, actor }: Deletion,
): Promise<void> {
  const { lead } = imported;
  const changes = importedChanges(imported);
  const change = reverted(imported, changes);
  const listOf = (value: unknown) => z.array(z.string()).catch([]).parse(value);
  const before = listOf(changes.tags?.from);
  const given = listOf(changes.tags?.to).filter((tag) => !before.includes(tag));
  const tags = (await findTags(trx, [lead.seq])).get(lead.seq) ?? [];
  const kept = tags.filter((tag) => !given.includes(tag));
  if (kept.length < tags.length) await setTags(trx, lead.seq, kept);
  await updateLead(trx, lead, change, at);
  const own = imported.sources.find((source) => source.jobId === jobId);
  if (own !== undefined) await removeSource(trx, own.id);
  const told = changesOf(change, lead);
  if (kept.length < tags.length) told.tags = { from: tags, to: kept };
  await recordEvent(trx, lead, "import_undone", told, { actor, now: at, jobId });
}
