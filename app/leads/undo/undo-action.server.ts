import { z } from "zod";
import type { Db } from "~db/client";
import { findEventsOfAction } from "~db/queries/actions";
import { type Deletion, moveLeadsToTrash } from "~db/queries/deleted-leads";
import { findImportedLeads, getImport, removeSource, updateImport } from "~db/queries/imports";
import { findLeadsBySeq } from "~db/queries/lead-list";
import { findNotes, replaceNotes } from "~db/queries/lead-notes";
import {
  addEvents,
  type EventInfo,
  findTags,
  parseContacts,
  parseList,
  setTags,
  updateLead,
} from "~db/queries/leads";
import type { Objection } from "~db/queries/objections";
import type { LeadContact, LeadRow } from "~db/schema";
import { CHANNELS } from "~db/schema/leads";
import { isRefusal } from "../../refusal";
import { personKey } from "../contact-columns.server";
import { requireFreeDomain } from "../edit/free-domain.server";
import { CONTACT_FIELDS, FIELD_NAMES } from "../lead";
import { toLead } from "../lead-json.server";
import { LeadEventSchema } from "../lead-schema";
import { findAddedBlock, restoreUnblocked } from "../store/blocked-companies.server";
import { type Author, changesOf, type FieldChanges, toColumn } from "../store/change-lead.server";
import { isSameLabel } from "../tag";

const EntriesSchema = z.array(
  z.object({
    ...{ id: z.string(), at: z.number(), actor: z.string(), text: z.string() },
    channel: z.enum(CHANNELS).nullable(),
  }),
);

const CONTACT_COLUMNS = ["email", "emails", "phone", "phones", "contacts"] as const;

const ObjectionSchema = z
  .object({ reason: z.string(), at: z.iso.datetime(), by: z.string() })
  .transform(({ reason, at, by: actor }): Objection => ({ reason, at: Date.parse(at), actor }))
  .optional();

const EventsSchema = z.array(z.object({ kind: z.string(), changes: z.string() }));

const toJson = (value: unknown) => JSON.stringify(value);
const isSame = (one: unknown, other: unknown) => toJson(one) === toJson(other);
const listOf = (value: unknown) => z.array(z.string()).catch([]).parse(value);
const without = (some: readonly string[], others: readonly string[]) =>
  some.filter((one) => !others.some((other) => isSameLabel(one, other)));

/** Reverts fields that have not changed since the action; tags, persons, addresses and numbers one by one. */
function inversePatch(row: LeadRow, tags: string[], changes: FieldChanges): FieldChanges {
  const { tags: tagged, editedFields, approved, contacts, ...fields } = changes;
  const [columns, shown] = [row, toLead(row, tags)].map(
    (now) => new Map<string, unknown>(Object.entries(now)),
  );
  const inverse: FieldChanges = {};
  for (const [field, { from, to }] of Object.entries(fields)) {
    const isUnchanged = isSame(columns?.get(field), to) || isSame(shown?.get(field), to);
    if (isUnchanged) inverse[field] = { from: to, to: from };
  }
  if (contacts) Object.assign(inverse, revertPersons(row, contacts));
  // `approvedAt` tells a later approval from the one to undo.
  if (approved && inverse.approvedAt) inverse.approved = { from: approved.to, to: approved.from };
  const revertList = (field: string, now: string[], was: string[], became: string[]) => {
    const kept = without(now, without(became, was));
    const parted = [...without(without(was, became), now), ...kept];
    const next = isSame(now, became) ? was : parted;
    if (!isSame(next, now)) inverse[field] = { from: now, to: next };
  };
  for (const field of ["emails", "phones"] as const) {
    const { [field]: change } = fields;
    if (change && !inverse[field])
      revertList(field, parseList(row[field]), listOf(change.from), listOf(change.to));
  }
  const reverted = [...Object.keys(inverse), ...(inverse.contacts ? CONTACT_FIELDS : [])];
  const ofThese = (value: unknown) => listOf(value).filter((field) => reverted.includes(field));
  revertList("tags", tags, listOf(tagged?.from), listOf(tagged?.to));
  const edited = parseList(row.editedFields);
  revertList("editedFields", edited, ofThese(editedFields?.from), ofThese(editedFields?.to));
  return inverse;
}

function revertPersons(row: LeadRow, { from, to }: FieldChanges[string]): FieldChanges {
  const [now = [], was = [], became = []] = [row.contacts, ...[from, to].map(toJson)].map(
    parseContacts,
  );
  const isIn = (some: LeadContact[], one: LeadContact) => some.some((other) => isSame(one, other));
  const made = became.filter((one) => !isIn(was, one));
  if (isSame(now, became)) return { contacts: { from: to, to: from } };
  const still = made.filter((one) => isIn(now, one));
  const kept = now.filter((one) => !isIn(made, one));
  // One that somebody changed since stays as it is, so that nobody stands there twice.
  const isBack = (one: LeadContact) =>
    still.length === made.length ||
    (still.length > 0 && !kept.some((other) => personKey(other) === personKey(one)));
  const gone = was.filter((one) => !isIn(became, one) && !isIn(kept, one) && isBack(one));
  return changesOf({ contacts: toJson([...gone, ...kept]) }, row);
}

async function revertNotes(trx: Db, row: LeadRow, { from, to }: FieldChanges[string]) {
  const [was, became] = [EntriesSchema.parse(from), EntriesSchema.parse(to)];
  const now = await findNotes(trx, row.seq);
  if (!became.every((one) => now.some((other) => isSame(one, other)))) return {};
  const text = await replaceNotes(trx, row.seq, { from: became, to: was });
  return { noteEntries: { from: to, to: from }, notes: { from: row.notes, to: text } };
}

/** Fields that stay: contacts that are blocked meanwhile, a domain that is taken. */
async function refusedFields(trx: Db, row: LeadRow, inverse: FieldChanges): Promise<string[]> {
  const columns = Object.entries(inverse).map(([field, { to }]) => toColumn([field, to]));
  const isBlocked = await findAddedBlock(trx, row, { ...row, ...Object.fromEntries(columns) });
  const refused: string[] = isBlocked ? [...CONTACT_COLUMNS] : [];
  if (inverse.domain === undefined) return refused;
  const domain = requireFreeDomain(trx, "domain", String(inverse.domain.to));
  return domain.then(
    () => refused,
    (error: unknown) => {
      if (!isRefusal(error)) throw error;
      return [...refused, "domain"];
    },
  );
}

export function mergeChanges(events: readonly { changes: string }[]): FieldChanges {
  const merged: FieldChanges = {};
  for (const { changes } of events) {
    const read = LeadEventSchema.shape.changes.parse(JSON.parse(changes));
    for (const [field, { from, to }] of Object.entries(read)) {
      merged[field] = { from: merged[field] ? merged[field].from : from, to };
    }
  }
  return merged;
}

interface LeadHistory {
  seq: number;
  events: readonly { kind: string; changes: string }[];
  /** Edited or found since; such a lead stays, even if the action created it. */
  isTouched: boolean;
  kept?: readonly string[];
}

/**
 * Runs in the caller's transaction. Moves untouched leads that the action created or restored to the trash.
 * @returns the number of leads that are fully undone
 */
async function revert(
  trx: Db,
  leads: readonly LeadHistory[],
  about: EventInfo & Pick<Author, "left">,
  deletion: Deletion,
): Promise<number> {
  const changes = new Map<number, FieldChanges>();
  const trashed = new Map<string, { objection: Objection | undefined; seqs: number[] }>();
  for (const { seq, events, isTouched, kept = [] } of leads) {
    const came = events.find(({ kind }) => kind === "created" || kind === "restored")?.kind;
    if (came !== undefined && !isTouched) {
      const { doNotContact } = mergeChanges(events);
      const objection = ObjectionSchema.parse(doNotContact?.from ?? undefined);
      const key = toJson(objection) ?? "";
      const { seqs = [] } = trashed.get(key) ?? {};
      trashed.set(key, { objection, seqs: [...seqs, seq] });
    }
    // Leads that an import created go to the trash with their values.
    const staysWhole = about.kind === "undone" || (came === "created" && !isTouched);
    if (came !== undefined && staysWhole) continue;
    const merged = mergeChanges(events);
    for (const field of kept) delete merged[field];
    changes.set(seq, merged);
  }
  const known = await findTags(trx, [...changes.keys()]);
  const events: { leadSeq: number; changes: string }[] = [];
  const tags = new Map<number, string[]>();
  let whole = 0;
  for (const row of await findLeadsBySeq(trx, [...changes.keys()])) {
    const wanted = { ...changes.get(row.seq) };
    if (wanted.contacts) for (const field of CONTACT_FIELDS) delete wanted[field];
    const { noteEntries, ...fields } = wanted;
    if (noteEntries) delete fields.notes;
    const tagged = (known.get(row.seq) ?? []).sort();
    const refused = await refusedFields(trx, row, inversePatch(row, tagged, fields));
    for (const field of refused) delete fields[field];
    const inverse = inversePatch(row, tagged, fields);
    if (noteEntries) Object.assign(inverse, await revertNotes(trx, row, noteEntries));
    const stayed = Object.keys(wanted).filter((name) => name !== "editedFields" && !inverse[name]);
    whole += stayed.length === 0 ? 1 : 0;
    const named = stayed.filter((field) => field in FIELD_NAMES);
    const left = named.map((field) => {
      return { seq: row.seq, field, isBlocked: refused.includes(field) };
    });
    about.left?.push(...left);
    if (Object.keys(inverse).length === 0 && about.kind === "undone") continue;
    if (inverse.tags) tags.set(row.seq, listOf(inverse.tags.to));
    const columns = Object.entries(inverse).map(([field, { to }]) => toColumn([field, to]));
    const { tags: _, noteEntries: __, ...change } = Object.fromEntries(columns);
    await updateLead(trx, row, change, about.at);
    events.push({ leadSeq: row.seq, changes: JSON.stringify(inverse) });
  }
  if (tags.size > 0) await setTags(trx, tags);
  if (events.length > 0) await addEvents(trx, about, events);
  for (const { objection, seqs } of trashed.values()) {
    whole += await moveLeadsToTrash(trx, seqs, { ...deletion, objection });
  }
  return whole;
}

export async function undoActionOf(
  trx: Db,
  seqs: readonly number[],
  id: string,
  by: Deletion & Pick<Author, "left">,
): Promise<number> {
  const restored = await restoreUnblocked(trx, seqs, by, id);
  const leads = new Map<number, LeadHistory>();
  for (const { leadSeq: seq, isTouched, ...event } of await findEventsOfAction(trx, id, seqs)) {
    const known = leads.get(seq) ?? { seq, events: [], isTouched: false };
    const events = [...known.events, event];
    leads.set(seq, { seq, events, isTouched: known.isTouched || isTouched === 1 });
  }
  const whole = await revert(trx, [...leads.values()], { ...by, kind: "undone" }, by);
  return restored.length + whole;
}

export async function jobOfImport(db: Db, importId: string): Promise<string> {
  const entry = await getImport(db, importId);
  if (!entry?.jobId) throw new Error(`import ${importId} never ran`);
  return entry.jobId;
}

/** Undoes an import for some leads. The last call has no leads, and marks the import as undone. */
export async function undoImportOf(
  trx: Db,
  seqs: readonly number[],
  importId: string,
  deletion: Deletion,
): Promise<number> {
  if (seqs.length === 0) {
    await updateImport(trx, importId, { undoneAt: Date.now() });
    return 0;
  }
  const jobId = await jobOfImport(trx, importId);
  const leads: LeadHistory[] = [];
  for (const { seq, sourceId, ...lead } of await findImportedLeads(trx, jobId, seqs)) {
    const events = EventsSchema.parse(JSON.parse(lead.events));
    const isTouched = lead.wasFoundSince === 1;
    // Fields that a user edited stay, even with the import's value.
    leads.push({ seq, events, isTouched, kept: parseList(lead.editedFields) });
    const isKnown = events.every(({ kind }) => kind !== "created");
    if (isTouched || isKnown) await removeSource(trx, sourceId);
  }
  await revert(trx, leads, { ...deletion, jobId, kind: "import_undone" }, deletion);
  return seqs.length;
}
