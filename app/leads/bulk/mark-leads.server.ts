import type { Db } from "~db/client";
import { labelKey } from "~db/fold";
import {
  addTag,
  type BulkLead,
  changeLeads,
  findBulkLeads,
  removeTag,
} from "~db/queries/lead-bulk";
import { addEvents, spellTags } from "~db/queries/leads";
import { isoTime } from "../../format/iso-time";
import type { Author, FieldChanges } from "../store/change-lead.server";
import { BUTTON_TAGS, MAX_TAGS } from "../tag";

export interface LeadMarking {
  action: "addTag" | "removeTag" | "approve" | "unapprove" | "assign" | "followUp";
  tag?: string | undefined;
  /** Nobody without it. */
  owner?: string | undefined;
  /** ISO time; none without it. */
  followUpAt?: string | undefined;
}

function changesOf(
  { action, tag = "", ...values }: LeadMarking,
  { approvedAt: before, tags, ...lead }: BulkLead,
  now: number,
): FieldChanges | null {
  const [owner, followUpAt] = [values.owner ?? null, values.followUpAt ?? null];
  if (action === "assign") {
    return lead.owner === owner ? null : { owner: { from: lead.owner, to: owner } };
  }
  if (action === "followUp") {
    const from = isoTime(lead.followUpAt);
    return from === followUpAt ? null : { followUpAt: { from, to: followUpAt } };
  }
  if (action === "approve" || action === "unapprove") {
    const after = action === "approve" ? now : null;
    if ((before === null) === (after === null)) return null;
    return {
      approved: { from: before !== null, to: after !== null },
      approvedAt: { from: isoTime(before), to: isoTime(after) },
    };
  }
  const isOther = (other: string) => labelKey(other) !== labelKey(tag);
  const isTagged = !tags.every(isOther);
  if (action === "removeTag") {
    return isTagged ? { tags: { from: tags, to: tags.filter(isOther) } } : null;
  }
  const isFull = tags.length >= MAX_TAGS && !BUTTON_TAGS.includes(tag);
  return isTagged || isFull ? null : { tags: { from: tags, to: [...tags, tag].sort() } };
}

/** Runs in the caller's transaction; 0.1 ms a lead, 2 ms with a tag. Returns the number of changed leads. */
export async function markChunk(
  trx: Db,
  seqs: readonly number[],
  { action, tag: asked, owner, followUpAt }: LeadMarking,
  { actor, now, action: done }: Author,
): Promise<number> {
  const [tag = ""] = asked === undefined ? [] : await spellTags(trx, [asked]);
  const leads = await findBulkLeads(trx, seqs);
  const events = leads.flatMap((lead) => {
    const changes = changesOf({ action, tag, owner, followUpAt }, lead, now);
    return changes === null ? [] : { leadSeq: lead.seq, changes: JSON.stringify(changes) };
  });
  if (events.length === 0) return 0;
  const changed = events.map(({ leadSeq }) => leadSeq);
  if (action === "addTag") await addTag(trx, changed, tag);
  if (action === "removeTag") await removeTag(trx, changed, tag);
  const columns = {
    approve: { approved: 1, approvedAt: now },
    unapprove: { approved: 0, approvedAt: null },
    assign: { owner: owner ?? null },
    followUp: { followUpAt: followUpAt === undefined ? null : Date.parse(followUpAt) },
    addTag: {},
    removeTag: {},
  } as const;
  await changeLeads(trx, changed, columns[action], now);
  await addEvents(trx, { at: now, actor, kind: "updated", action: done }, events);
  return changed.length;
}
