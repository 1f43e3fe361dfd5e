import { z } from "zod";
import type { Db } from "~db/client";
import { findEventsOfAction } from "~db/queries/actions";
import { type Deletion, moveLeadsToTrash, restoreLeads } from "~db/queries/deleted-leads";
import { changeLeads } from "~db/queries/lead-bulk";
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
import type { LeadContact, LeadRow } from "~db/schema";
import { CHANNELS } from "~db/schema/leads";
import { isRefusal } from "../../refusal";
import { freeDomain } from "../edit/free-domain.server";
import { CONTACT_FIELDS, FIELD_NAMES } from "../lead";
import { toLead } from "../lead-json.server";
import { LeadEventSchema } from "../lead-schema.server";
import { type ByWhom, changesOf, type FieldChanges, toColumn } from "../store/change-lead.server";
import { isSameLabel } from "../tag";

const EntriesSchema = z.array(
  z.object({
    ...{ id: z.string(), at: z.number(), actor: z.string(), text: z.string() },
    channel: z.enum(CHANNELS).nullable(),
  }),
);

const toJson = (value: unknown) => JSON.stringify(value);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const isOfPerson = (field: string) => CONTACT_FIELDS.some((own) => own === field);
const listOf = (value: unknown) => z.array(z.string()).catch([]).parse(value);
const without = (some: readonly string[], others: readonly string[]) =>
  some.filter((one) => !others.some((other) => isSameLabel(one, other)));

/**
 * What takes a change of a lead back: each field that still is what it became, and of the tags those that were given and
 * are there, and those that were taken and are not.
 */
function reversalOf(row: LeadRow, tags: string[], changes: FieldChanges): FieldChanges {
  const { tags: tagged, editedFields, approved, contacts, ...fields } = changes;
  const [columns, shown] = [row, toLead(row, tags)].map(
    (now) => new Map<string, unknown>(Object.entries(now)),
  );
  const told: FieldChanges = {};
  for (const [field, { from, to }] of Object.entries(fields)) {
    const isAsLeft = isSame(columns?.get(field), to) || isSame(shown?.get(field), to);
    if (isAsLeft) told[field] = { from: to, to: from };
  }
  if (contacts) Object.assign(told, revertPersons(row, contacts));
  // By its time: what somebody else approved since is another approval.
  if (approved && told.approvedAt) told.approved = { from: approved.to, to: approved.from };
  const isTold = (field: string) => field in told || Boolean(told.contacts && isOfPerson(field));
  const ofThese = (value: unknown) => listOf(value).filter(isTold);
  const revertList = (field: string, now: string[], was: string[], became: string[]) => {
    const kept = without(now, without(became, was));
    const next = [...kept, ...without(without(was, became), now)].sort();
    if (!isSame(next, now.toSorted())) told[field] = { from: now, to: next };
  };
  revertList("tags", tags, listOf(tagged?.from), listOf(tagged?.to));
  const edited = parseList(row.editedFields);
  revertList("editedFields", edited, ofThese(editedFields?.from), ofThese(editedFields?.to));
  return told;
}

/** The same for persons: those that came or changed and stand as they became, beside those of others. */
function revertPersons(row: LeadRow, { from, to }: FieldChanges[string]): FieldChanges {
  const [now = [], was = [], became = []] = [row.contacts, ...[from, to].map(toJson)].map(
    parseContacts,
  );
  const isIn = (some: LeadContact[], one: LeadContact) => some.some((other) => isSame(one, other));
  const made = became.filter((one) => !isIn(was, one));
  if (!made.every((one) => isIn(now, one))) return {};
  const kept = now.filter((one) => !isIn(made, one));
  const gone = was.filter((one) => !isIn(became, one) && !isIn(kept, one));
  return changesOf({ contacts: toJson(isSame(now, became) ? was : [...gone, ...kept]) }, row);
}

/** The same for the entries of the notes: those that stand as they became, beside those of others. */
async function revertNotes(trx: Db, row: LeadRow, { from, to }: FieldChanges[string]) {
  const [was, became] = [EntriesSchema.parse(from), EntriesSchema.parse(to)];
  const now = await findNotes(trx, row.seq);
  if (!became.every((one) => now.some((other) => isSame(one, other)))) return {};
  const text = await replaceNotes(trx, row.seq, { from: became, to: was });
  return { noteEntries: { from: to, to: from }, notes: { from: row.notes, to: text } };
}

/**
 * Takes changes of leads back, in the caller's transaction, as far as nobody has changed them since.
 *
 * @returns how many leads are wholly as they were before
 */
export async function revertLeads(
  trx: Db,
  changes: ReadonlyMap<number, FieldChanges>,
  about: EventInfo & Pick<ByWhom, "left">,
): Promise<number> {
  const known = await findTags(trx, [...changes.keys()]);
  const events: { leadSeq: number; changes: string }[] = [];
  const tags = new Map<number, string[]>();
  const plain: number[] = [];
  let whole = 0;
  for (const row of await findLeadsBySeq(trx, [...changes.keys()])) {
    const asked = { ...changes.get(row.seq) };
    if (asked.contacts) for (const field of CONTACT_FIELDS) delete asked[field];
    const names = Object.keys(asked);
    const { noteEntries } = asked;
    if (noteEntries) delete asked.notes;
    delete asked.noteEntries;
    const told = reversalOf(row, (known.get(row.seq) ?? []).sort(), asked);
    if (noteEntries) Object.assign(told, await revertNotes(trx, row, noteEntries));
    if (told.domain) {
      // Another lead may have it by now.
      await freeDomain(trx, "domain", String(told.domain.to)).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        delete told.domain;
      });
    }
    const stayed = names.filter((field) => field !== "editedFields" && !(field in told));
    whole += stayed.length === 0 ? 1 : 0;
    const named = stayed.filter((field) => field in FIELD_NAMES);
    about.left?.push(...named.map((field) => ({ seq: row.seq, field })));
    if (Object.keys(told).length === 0 && about.kind === "undone") continue;
    if (told.tags) tags.set(row.seq, listOf(told.tags.to));
    const columns = Object.entries(told).map(([field, { to }]) => toColumn([field, to]));
    const { tags: _, noteEntries: __, ...change } = Object.fromEntries(columns);
    if (Object.keys(change).length === 0) plain.push(row.seq);
    else await updateLead(trx, row, change, about.at);
    events.push({ leadSeq: row.seq, changes: JSON.stringify(told) });
  }
  if (tags.size > 0) await setTags(trx, tags);
  if (plain.length > 0) await changeLeads(trx, plain, {}, about.at);
  if (events.length > 0) await addEvents(trx, about, events);
  return whole;
}

/** What several events of a lead made of it, one after the other. */
export function mergeChanges(before: FieldChanges, json: string): FieldChanges {
  const merged = { ...before };
  const read = LeadEventSchema.shape.changes.parse(JSON.parse(json));
  for (const [field, { from, to }] of Object.entries(read)) {
    merged[field] = { from: merged[field] ? merged[field].from : from, to };
  }
  return merged;
}

/**
 * Takes back what an action did to some leads, in the caller's transaction. A lead that came by it goes, unless somebody
 * else worked on it.
 *
 * @returns how many are wholly as they were before it
 */
export async function undoActionOf(
  trx: Db,
  seqs: readonly number[],
  id: string,
  by: Required<Omit<Deletion, "id">> & Pick<ByWhom, "left">,
): Promise<number> {
  const restored = await restoreLeads(trx, seqs, by, id);
  const events = await findEventsOfAction(trx, id, seqs);
  const came = events.filter(({ kind }) => kind === "restored" || kind === "created");
  const isNew = new Set(came.map(({ leadSeq }) => leadSeq));
  const changes = new Map<number, FieldChanges>();
  for (const { leadSeq, changes: json } of events) {
    if (!isNew.has(leadSeq)) changes.set(leadSeq, mergeChanges(changes.get(leadSeq) ?? {}, json));
  }
  const doomed = came.flatMap(({ leadSeq, isTouched }) => (isTouched ? [] : leadSeq));
  const gone = await moveLeadsToTrash(trx, doomed, { id: by.action.id, ...by });
  return restored.length + gone + (await revertLeads(trx, changes, { ...by, kind: "undone" }));
}
