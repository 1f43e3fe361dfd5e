import type { Db } from "~db/client";
import { findNeighbour } from "~db/queries/lead-list";
import { isRefusal } from "../../refusal";
import type { Assessment } from "../assessment/assessment";
import { getAssessment } from "../assessment/get-assessment.server";
import { findLeadSources, getLeadWithEvents, type LeadSource } from "../get-lead.server";
import type { LeadEvent } from "../lead";
import { toListFilter } from "../list/find-leads.server";
import { defaultDirection } from "../list/lead-filters";
import { type LeadView, toLeadView } from "../list/lead-view.server";
import { parsePageQuery } from "../list/page-query";
import { type LeadFormValues, parseLeadForm } from "./lead-form";
import { patchLead } from "./update-lead.server";

/** Everything that the panel of a lead shows. */
interface LeadPanel {
  lead: LeadView;
  events: LeadEvent[];
  sources: LeadSource[];
  assessment: Assessment | null;
  /** Ids of the leads before and behind it in the list it was opened from. */
  previousId: string | null;
  nextId: string | null;
}

/** A lead with its surroundings in the list of an address; undefined when there is none of that id. */
export async function loadLeadPanel(
  { db, timeZone }: { db: Db; timeZone: string },
  id: string,
  searchParams: URLSearchParams,
): Promise<LeadPanel | undefined> {
  const found = await getLeadWithEvents(db, id);
  if (found === undefined) return undefined;
  const { row } = found;
  const { query } = parsePageQuery(searchParams);
  const order = {
    filter: toListFilter(query, timeZone),
    sort: query.sort,
    dir: query.dir ?? defaultDirection(query.sort),
  };
  const [sources, assessment, previousId, nextId] = await Promise.all([
    findLeadSources(db, id),
    getAssessment(db, row.seq),
    findNeighbour(db, order, row, "previous"),
    findNeighbour(db, order, row, "next"),
  ]);
  const { events, ...lead } = found.lead;
  return { lead: toLeadView(lead), events, sources, assessment, previousId, nextId };
}

/** What became of a form of the panel. */
type LeadFormOutcome =
  | { kind: "saved" }
  | { kind: "missing" }
  | { kind: "invalid"; values: LeadFormValues; errors: LeadFormValues }
  /** Somebody else changed the same meanwhile; nothing was written. */
  | { kind: "conflict"; values: LeadFormValues };

/** Writes what a form of the panel holds, if nobody else changed the same since it was shown. */
export async function saveLeadForm(
  db: Db,
  id: string,
  form: FormData,
  actor: string,
): Promise<LeadFormOutcome> {
  const parsed = parseLeadForm(form);
  if (!parsed.success) return { kind: "invalid", values: parsed.values, errors: parsed.errors };
  const { patch, changed, seen } = parsed;
  try {
    const lead = await patchLead(db, id, patch, { actor, now: Date.now(), seen });
    return { kind: lead === undefined ? "missing" : "saved" };
  } catch (error) {
    if (!isRefusal(error, 409)) throw error;
    // Only what the person changed is theirs; the other fields are shown as they are stored now.
    return { kind: "conflict", values: changed };
  }
}
