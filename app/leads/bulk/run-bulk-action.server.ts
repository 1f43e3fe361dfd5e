import { v7 as uuid } from "uuid";
import { findSeqsById, getLastSeq } from "~db/queries/lead-bulk";
import type { JobRow } from "~db/schema";
import { formatCount, formatDate } from "../../format/german";
import { isoTime } from "../../format/iso-time";
import { conflict } from "../../refusal";
import { findOwner } from "../edit/update-lead.server";
import { instant } from "../list/find-leads.server";
import type { LeadFilter } from "../list/lead-filter-schema";
import { filterQuery } from "../list/page-query";
import { restoreDeletedLeads } from "../trash/delete-leads.server";
import {
  type BulkOutcome,
  type BulkServices,
  countExactly,
  findBulkSeqs,
  runBulk,
} from "./bulk-leads.server";
import type { BulkParams } from "./bulk-params.server";
import type { PageActionName } from "./page-actions";

export interface BulkActionServices extends BulkServices {
  /** @returns null if all leads are gone */
  enrichLeads(
    seqs: readonly number[],
    actor: string,
  ): Promise<{ job: JobRow; count: number } | null>;
  /** @returns the id of an upload that names these leads */
  listLeads(seqs: readonly number[], actor: string): Promise<string>;
}

export type Selection = { ids: readonly string[] } | { filter: LeadFilter; expectedCount: number };

/** `followUpAt` is a day or a time. */
export type BulkValues = Pick<BulkParams, "tag" | "owner" | "followUpAt" | "reason">;

type TargetLeads = Pick<BulkParams, "seqs" | "filter" | "upTo">;

/** @throws Refusal 409 if the filter no longer matches `expectedCount` leads */
async function findSelected(
  { db, timeZone }: BulkServices,
  selection: Selection,
): Promise<{ count: number; leads: TargetLeads }> {
  if ("ids" in selection) {
    const seqs = await findSeqsById(db, selection.ids);
    return { count: seqs.length, leads: { seqs } };
  }
  const { filter, expectedCount } = selection;
  const upTo = await getLastSeq(db);
  const count = await countExactly(db, filter, timeZone);
  if (count === expectedCount) return { count, leads: { filter: filterQuery(filter), upTo } };
  const leads = (n: number) => formatCount(n, "Lead", "Leads");
  throw conflict(
    `Der Filter trifft jetzt ${leads(count)}, nicht ${leads(expectedCount)}. Nichts wurde geändert.`,
  );
}

/** @throws Refusal 409 if the filter no longer matches `expectedCount` leads */
export async function findSelectedSeqs(services: BulkServices, selection: Selection) {
  const { leads } = await findSelected(services, selection);
  return findBulkSeqs(services.db, { name: "enrich", ...leads }, services.timeZone);
}

/**
 * Only `restore` finds leads in the trash, and only by id.
 * @throws Refusal 409, without a change, for a wrong `expectedCount` or too many leads to enrich, 422 for a bad owner
 */
export async function runBulkAction(
  services: BulkActionServices,
  {
    name,
    selection,
    ...values
  }: { name: PageActionName | "restore"; selection: Selection } & BulkValues,
  actor: string,
): Promise<BulkOutcome> {
  const by = { actor, now: Date.now() };
  if (name === "restore") {
    return restoreDeletedLeads(services, { ids: "ids" in selection ? selection.ids : [] }, by);
  }
  const { count, leads } = await findSelected(services, selection);
  const { tag, owner, reason } = values;
  const followUpAt = values.followUpAt && isoTime(instant(values.followUpAt, services.timeZone, 0));
  const params: BulkParams = {
    ...{ name, tag, reason, ...leads, actionId: uuid() },
    owner: owner && (await findOwner(services.db, owner, actor)),
    followUpAt,
    day: followUpAt && formatDate(followUpAt, services.timeZone),
  };
  if (name !== "enrich") return runBulk(services, params, count, by);
  const seqs = await findBulkSeqs(services.db, params, services.timeZone);
  const started = await services.enrichLeads(seqs, actor);
  if (started === null) return { matched: count, changed: 0 };
  return { matched: count, changed: started.count, jobId: started.job.id };
}
