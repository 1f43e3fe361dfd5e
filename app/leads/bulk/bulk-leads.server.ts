import { setImmediate as nextTurn } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import type { Db } from "~db/client";
import { labelKey } from "~db/fold";
import {
  addTag,
  type BulkLead,
  findBulkLeads,
  findSeqsById,
  removeTag,
  setApproval,
  touchLeads,
} from "~db/queries/lead-bulk";
import { findMatchingSeqs } from "~db/queries/lead-list";
import { addEvents, findTags, spellTags } from "~db/queries/leads";
import { formatCount } from "../../format/german";
import { isoTime } from "../../format/iso-time";
import { conflict } from "../../refusal";
import { toListFilter } from "../list/find-leads.server";
import type { LeadFilter } from "../list/lead-filters";
import type { ByWhom, FieldChanges } from "../store/change-lead.server";
import { BUTTON_TAGS, MAX_TAGS } from "../tag";

/** Leads marked in one transaction: few enough that nobody notices the pause. */
const MARK_CHUNK = 100;
const READ_CHUNK = 5_000;

/** The leads that a bulk action is about. */
export type Selection = { ids: readonly string[] } | { filter: LeadFilter; expectedCount: number };

/** The internal numbers of all leads that a filter matches, growing, read without long pauses. */
async function findAllMatching(db: Db, filter: LeadFilter, timeZone: string): Promise<number[]> {
  const listFilter = toListFilter(filter, timeZone);
  const seqs: number[] = [];
  for (;;) {
    const after = seqs.at(-1) ?? 0;
    const chunk = await findMatchingSeqs(db, listFilter, { after, limit: READ_CHUNK });
    seqs.push(...chunk);
    if (chunk.length < READ_CHUNK) return seqs;
    await nextTurn();
  }
}

/**
 * @throws Refusal 409 when the filter matches another number than the person who acts saw
 */
export async function findSelectedSeqs(
  db: Db,
  selection: Selection,
  timeZone: string,
): Promise<number[]> {
  if ("ids" in selection) return findSeqsById(db, selection.ids);
  const seqs = await findAllMatching(db, selection.filter, timeZone);
  if (seqs.length !== selection.expectedCount) {
    const leads = (count: number) => formatCount(count, "Lead", "Leads");
    throw conflict(
      `Der Filter trifft jetzt ${leads(seqs.length)}, nicht ${leads(selection.expectedCount)}. Nichts wurde geändert.`,
    );
  }
  return seqs;
}

/** Counts every match, where the list may stop at a cap. */
export async function countExactly(db: Db, filter: LeadFilter, timeZone: string): Promise<number> {
  return (await findAllMatching(db, filter, timeZone)).length;
}

/** Works through many leads in chunks, one transaction each, letting others write in between. */
export async function inChunks(
  db: Db,
  seqs: readonly number[],
  size: number,
  work: (trx: Db, chunk: readonly number[]) => Promise<number>,
): Promise<number> {
  let changed = 0;
  for (let start = 0; start < seqs.length; start += size) {
    const chunk = seqs.slice(start, start + size);
    changed += await db.transaction().execute((trx) => work(trx, chunk));
    await nextTurn();
  }
  return changed;
}

/** A change that many leads can get at once. */
export type LeadMarking =
  | { action: "addTag" | "removeTag"; tag: string }
  | { action: "approve" | "unapprove" };

function approvalChanges(lead: BulkLead, approvedAt: number | null): FieldChanges | null {
  if ((lead.approvedAt === null) === (approvedAt === null)) return null;
  return {
    approved: { from: lead.approvedAt !== null, to: approvedAt !== null },
    approvedAt: { from: isoTime(lead.approvedAt), to: isoTime(approvedAt) },
  };
}

/** The changes that a marking makes to a lead; null when there are none. */
function changesOf(
  marking: LeadMarking,
  lead: BulkLead,
  tags: readonly string[],
  now: number,
): FieldChanges | null {
  if (!("tag" in marking)) return approvalChanges(lead, marking.action === "approve" ? now : null);
  const { action, tag } = marking;
  const isOther = (other: string) => labelKey(other) !== labelKey(tag);
  const isTagged = !tags.every(isOther);
  if (action === "removeTag") {
    return isTagged ? { tags: { from: tags, to: tags.filter(isOther) } } : null;
  }
  const isFull = tags.length >= MAX_TAGS && !BUTTON_TAGS.includes(tag);
  return isTagged || isFull ? null : { tags: { from: tags, to: [...tags, tag].sort() } };
}

async function write(trx: Db, marking: LeadMarking, seqs: readonly number[], now: number) {
  if (!("tag" in marking)) return setApproval(trx, seqs, marking.action === "approve" ? now : null);
  const { action, tag } = marking;
  return action === "addTag" ? addTag(trx, seqs, tag) : removeTag(trx, seqs, tag);
}

/**
 * Marks leads, each with an event. Those that are as wanted already stay untouched.
 *
 * @returns how many were changed
 */
export async function markLeads(
  db: Db,
  seqs: readonly number[],
  asked: LeadMarking,
  { actor, now }: ByWhom,
): Promise<number> {
  const [tag = ""] = "tag" in asked ? await spellTags(db, [asked.tag]) : [];
  const marking = "tag" in asked ? { ...asked, tag } : asked;
  return inChunks(db, seqs, MARK_CHUNK, async (trx, chunk) => {
    const [leads, tags] = await Promise.all([findBulkLeads(trx, chunk), findTags(trx, chunk)]);
    const events = leads.flatMap((lead) => {
      const changes = changesOf(marking, lead, tags.get(lead.seq) ?? [], now);
      if (changes === null) return [];
      return { leadSeq: lead.seq, changes: JSON.stringify(changes) };
    });
    const changed = events.map(({ leadSeq }) => leadSeq);
    if (changed.length === 0) return 0;
    await write(trx, marking, changed, now);
    await touchLeads(trx, changed, now);
    const event = { at: now, actor, kind: "updated" as const, jobId: null };
    await addEvents(
      trx,
      events.map((own) => ({ ...event, ...own, id: uuid() })),
    );
    return changed.length;
  });
}
