import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { z } from "zod";
import type { Db } from "~db/client";
import { type Deletion, moveLeadsToTrash } from "~db/queries/deleted-leads";
import {
  findImportedLeads,
  getImport,
  type ImportedLead,
  markImportUndone,
  removeSource,
} from "~db/queries/imports";
import { findTags, type LeadChange, parseList, setTags } from "~db/queries/leads";
import { changeLead, changesOf, recordEvent } from "../leads/store/change-lead.server";
import { FILLABLE_FIELDS } from "../leads/store/store-companies.server";
import { invalid } from "../refusal";

const STEP = 100;
/** How long the page waits for the end; what is left goes on by itself. */
const PATIENCE_MS = 5_000;

const ChangesSchema = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));
type Changes = z.infer<typeof ChangesSchema>;

const underWay = new Map<string, Promise<void>>();

export function isUndoing(importId: string): boolean {
  return underWay.has(importId);
}

/**
 * Takes an import back as a whole: leads that it made and that no job found since go to the Papierkorb, known ones lose
 * what it filled in where that still stands, and its sources go. Undone half-way by a stop of the server, it can be
 * asked for again and goes on. Answers when it is done, or after some seconds while the rest is done.
 *
 * @throws Refusal when there is nothing to undo or it is still running
 */
export async function undoImport(db: Db, importId: string, actor: string): Promise<void> {
  const entry = await getImport(db, importId);
  if (entry === undefined || entry.jobId === null) {
    throw invalid("file", "Dieser Import wurde noch nicht gestartet.");
  }
  if (entry.undoneAt !== null) return;
  if (entry.status === "queued" || entry.status === "running") {
    throw invalid("file", "Der Import läuft noch. Erst abbrechen, dann rückgängig machen.");
  }
  const known = underWay.get(importId);
  const work = known ?? takeBack(db, importId, entry.jobId, actor);
  if (known === undefined) {
    const ended = work.finally(() => underWay.delete(importId));
    // Whoever still waits is told; when nobody does, the import stays as not undone and can be asked again.
    ended.catch(() => undefined);
    underWay.set(importId, ended);
  }
  await Promise.race([work, delay(PATIENCE_MS, undefined, { ref: false })]);
}

async function takeBack(db: Db, importId: string, jobId: string, actor: string): Promise<void> {
  const deletion: Deletion = { id: uuid(), at: Date.now(), actor };
  for (let after: number | null = 0; after !== null; ) {
    after = await takeBackSome(db, jobId, after, deletion);
    await nextTurn();
  }
  await markImportUndone(db, importId, Date.now());
}

/** One transaction; answers the last position it came to, null at the end. */
async function takeBackSome(
  db: Db,
  jobId: string,
  after: number,
  deletion: Deletion,
): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const { last, leads } = await findImportedLeads(trx, jobId, after, STEP);
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
    return last;
  });
}

function wasFoundSince({ sources }: ImportedLead, jobId: string): boolean {
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
  jobId: string,
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
  await changeLead(trx, lead, change, at);
  const own = imported.sources.find((source) => source.jobId === jobId);
  if (own !== undefined) await removeSource(trx, own.id);
  const told = changesOf(change, lead);
  if (kept.length < tags.length) told.tags = { from: tags, to: kept };
  await recordEvent(trx, lead, "import_undone", told, { actor, now: at, jobId });
}
