import { v7 as uuid } from "uuid";
import { closeAction, findOpenAction } from "~db/queries/actions";
import { findOpenJobs } from "~db/queries/jobs";
import { findSeqsById } from "~db/queries/lead-bulk";
import { findEvents } from "~db/queries/leads";
import { findMergedInto } from "~db/queries/merged-leads";
import type { LeadEventRow } from "~db/schema";
import type { Flash } from "../../http/flash.server";
import { displayDomain } from "../../reading/companies/domain-key.server";
import { conflict } from "../../refusal";
import { type BulkServices, outcomeReply, runBulk } from "../bulk/bulk-leads.server";
import { bulkTitle } from "../bulk/page-actions";
import { FIELD_NAMES } from "../lead";
import { partLead } from "../merge/merge-leads.server";
import type { Author } from "../store/change-lead.server";
import { mergeChanges } from "./undo-action.server";

const NAMES: Record<string, string> = FIELD_NAMES;

/**
 * Undoes an action; an empty `actionId` means the user's last one within ten minutes. An `id` limits it to one lead.
 * @throws Refusal 409 if nothing can be undone, or the action is still running
 */
export async function undo(
  services: BulkServices,
  { actionId, id, inPlace }: { actionId: string; id: string; inPlace?: string | undefined },
  by: Author,
): Promise<{ flash: Flash } | { to: string }> {
  const { db } = services;
  const isTarget = (job: { params: string; createdBy: string }) =>
    actionId === "" ? job.createdBy === by.actor : job.params.includes(actionId);
  if ((await findOpenJobs(db)).some((job) => job.kind === "bulk" && isTarget(job))) {
    throw conflict("Eine Sammelaktion läuft noch. Erst abbrechen oder ihr Ende abwarten.");
  }
  const last = { actor: by.actor, since: by.now - 600_000 };
  const action = await findOpenAction(db, actionId === "" ? last : { id: actionId });
  if (action === undefined) {
    throw conflict("Es gibt nichts mehr rückgängig zu machen.");
  }
  const merged = await findMergedInto(db, action.id);
  if (merged?.isInTrash) throw conflict(`Zuerst ${displayDomain(merged.domain)} wiederherstellen.`);
  if (merged !== undefined)
    return { flash: { text: await partLead(db, merged.id, by, merged.otherId) } };
  const about = { name: "undo", text: action.text, isRedo: action.isUndo === 1 } as const;
  const params = { ...about, undoes: action.id, actionId: uuid() };
  const seqs = id === "" ? undefined : await findSeqsById(db, [id]);
  if (id === "") await closeAction(db, action.id, by.now);
  const matched = id === "" ? action.leads : 1;
  const left: NonNullable<Author["left"]> = [];
  const outcome = await runBulk(services, { ...params, seqs }, matched, { ...by, left });
  const [kept] = left;
  if (matched > 1 || !kept) {
    return outcomeReply(params, { ...outcome, matched }, inPlace !== undefined);
  }
  const events = await findEvents(db, kept.seq);
  const isFromUndo = ({ actionId: own }: LeadEventRow) => own === params.actionId;
  const since = events.find((one) => !isFromUndo(one) && mergeChanges([one])[kept.field]);
  const names = left.map(({ field }) => NAMES[field]).join(", ");
  const why = kept.isBlocked
    ? "Der frühere Wert ist inzwischen gesperrt oder vergeben."
    : `Das hat ${since?.actor ?? "jemand"} inzwischen geändert.`;
  const what = events.some(isFromUndo) ? "Zurückgesetzt, außer" : "Nicht zurückgesetzt:";
  const text = `${what} ${names}. ${why}`;
  const redo = events.some(isFromUndo) ? { undo: { actionId: params.actionId } } : {};
  return { flash: { tone: "warn", text: `${bulkTitle(params, 1)}. ${text}`, ...redo } };
}
