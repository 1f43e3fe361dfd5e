import type { Flash } from "../../http/flash.server";
import { isRefusal } from "../../refusal";
import type { LeadFilter } from "../list/lead-filters";
import { parsePageQuery } from "../list/page-query";
import {
  type BulkOrderForm,
  describeAction,
  type PageAction,
  reportAction,
  toBulkAction,
} from "./bulk-form";
import { countExactly, type Selection } from "./bulk-leads.server";
import { type BulkServices, runBulkAction } from "./run-bulk-action.server";

/** The filter of a list's address; null when any of it can't be used, since a filter must never match more than meant. */
function filterOf(searchParams: URLSearchParams): LeadFilter | null {
  const { query, issues } = parsePageQuery(searchParams);
  if (issues.length > 0) return null;
  const {
    sort: _sort,
    dir: _dir,
    page: _page,
    pageSize: _size,
    cursor: _cursor,
    ...filter
  } = query;
  return filter;
}

const BAD_FILTER: Flash = {
  tone: "warn",
  text: "Ein Filter in der Adresse gilt nicht. Nichts wurde geändert.",
};

/** Said where an address asks for no action that there is, or by a filter that can't be used. */
export const NO_QUESTION: Flash = {
  tone: "warn",
  text: "Die Sammelaktion oder ein Filter in der Adresse gilt nicht. Nichts wurde geändert.",
};

/** What a bulk action over all hits asks before it does anything. */
interface BulkQuestion {
  action: PageAction;
  tag: string | undefined;
  count: number;
  /** „120 Leads freigeben“ */
  label: string;
}

/** The question for a filter-wide action; null when the address does not make one. */
export async function askBulk(
  { db, timeZone }: BulkServices,
  order: BulkOrderForm,
  searchParams: URLSearchParams,
): Promise<BulkQuestion | null> {
  const filter = filterOf(searchParams);
  if (order.kind !== "all" || filter === null) return null;
  const { action, tag } = order;
  const count = await countExactly(db, filter, timeZone);
  return { action, tag, count, label: describeAction(action, count, tag) };
}

/**
 * Does what the form around the list asks for.
 *
 * @param searchParams the address of the list, for an action over all of its hits
 * @returns the sentence that reports it; null when a filter-wide action must ask first
 */
export async function runPageBulk(
  services: BulkServices,
  order: BulkOrderForm,
  searchParams: URLSearchParams,
  actor: string,
): Promise<Flash | null> {
  if (order.kind === "fault") return { tone: "warn", text: order.message };
  const { action, tag } = order;
  let selection: Selection;
  if (order.kind === "do") {
    selection = { ids: order.ids };
  } else {
    if (order.expectedCount === null) return null;
    const filter = filterOf(searchParams);
    if (filter === null) return BAD_FILTER;
    selection = { filter, expectedCount: order.expectedCount };
  }
  try {
    const outcome = await runBulkAction(
      services,
      { ...toBulkAction(action, tag), selection },
      actor,
    );
    const { deletionId } = outcome;
    return {
      text: reportAction(action, outcome, tag),
      ...(deletionId === undefined || outcome.changed === 0 ? {} : { undo: { deletionId } }),
    };
  } catch (error) {
    if (!isRefusal(error, 409)) throw error;
    return { tone: "warn", text: error.message };
  }
}
