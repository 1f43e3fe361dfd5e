import type { Db } from "~db/client";
import type { JobRow } from "~db/schema";
import { deleteLeads, restoreDeletedLeads } from "../trash/delete-leads.server";
import type { BulkAction } from "./bulk-action";
import { findSelectedSeqs, type Selection } from "./bulk-leads.server";
import { type LeadMarking, markLeads } from "./mark-leads.server";

export interface BulkServices {
  db: Db;
  timeZone: string;
  /** Starts a job for leads by their internal numbers; null when none of them is there. */
  enrichLeads(
    seqs: readonly number[],
    actor: string,
  ): Promise<{ job: JobRow; count: number } | null>;
}

function toMarking(action: BulkAction, tag: string | undefined): LeadMarking | null {
  if (action === "approve" || action === "unapprove") return { action };
  if (tag !== undefined && (action === "addTag" || action === "removeTag")) return { action, tag };
  return null;
}

/**
 * Does one thing to many leads. Only `restore` reaches into the Papierkorb, and takes ids alone.
 *
 * @param tag for the actions with a tag
 * @returns `matched` leads were meant, `changed` of them were not so already
 * @throws Refusal 409 when the filter matches another number than expected, or too many are to be enriched; nothing was
 * done then
 */
export async function runBulkAction(
  services: BulkServices,
  { action, tag, selection }: { action: BulkAction; tag?: string; selection: Selection },
  actor: string,
): Promise<{ matched: number; changed: number; deletionId?: string; jobId?: string }> {
  const { db, timeZone } = services;
  const by = { actor, now: Date.now() };
  if (action === "restore") {
    return restoreDeletedLeads(db, { ids: "ids" in selection ? selection.ids : [] }, by);
  }
  const seqs = await findSelectedSeqs(db, selection, timeZone);
  const matched = seqs.length;
  if (action === "delete") return { matched, ...(await deleteLeads(db, seqs, by)) };
  if (action === "enrich") {
    const started = await services.enrichLeads(seqs, actor);
    if (started === null) return { matched, changed: 0 };
    return { matched, changed: started.count, jobId: started.job.id };
  }
  const marking = toMarking(action, tag);
  if (marking === null) throw new Error(`bulk action ${action} without a tag`);
  return { matched, changed: await markLeads(db, seqs, marking, by) };
}
