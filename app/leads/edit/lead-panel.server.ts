import { z } from "zod";
import type { Db } from "~db/client";
import { findNeighbour } from "~db/queries/lead-list";
import { type PageForms, pageForm } from "../../http/form.server";
import { notFound } from "../../refusal";
import { getAssessment } from "../assessment/get-assessment.server";
import { adoptEvidence } from "../evidence/adopt-evidence.server";
import { showEvidence } from "../evidence/show-evidence.server";
import { getLeadWithEvents } from "../get-lead.server";
import { toListFilter } from "../list/find-leads.server";
import { defaultDirection } from "../list/lead-filters";
import { toLeadView } from "../list/lead-view.server";
import { parsePageQuery } from "../list/parse-query.server";
import { type LeadFormValues, readLeadForm, toPatch } from "./lead-form";
import { patchLead } from "./update-lead.server";

/** A lead with its surroundings in the list of an address; undefined when there is none of that id. */
export async function loadLeadPanel(
  { db, timeZone }: { db: Db; timeZone: string },
  id: string,
  searchParams: URLSearchParams,
) {
  const found = await getLeadWithEvents(db, id);
  if (found === undefined) return undefined;
  const { row } = found;
  const { query } = parsePageQuery(searchParams);
  const order = {
    filter: toListFilter(query, timeZone),
    sort: query.sort,
    dir: query.dir ?? defaultDirection(query.sort),
  };
  const [assessment, previousId, nextId] = await Promise.all([
    getAssessment(db, row),
    findNeighbour(db, order, row, "previous"),
    findNeighbour(db, order, row, "next"),
  ]);
  const { events, sources, evidence, ...lead } = found.lead;
  const shown = { events, sources, evidence: showEvidence(row, evidence) };
  return { lead: toLeadView(lead), ...shown, assessment, previousId, nextId };
}

/** A refused form of the panel gives back what the person changed; all else is shown as it is stored now. */
export interface LeadFormReply {
  changed?: LeadFormValues;
}

/** The panel's forms for notes, details and what was also found. They refuse what changed since it was shown. */
export function leadForms(
  db: Db,
  id: string,
  { actor, back }: { actor: string; back: string },
): PageForms<LeadFormReply> {
  const save = pageForm({
    schema: z.object({}),
    hidden: ["seen"],
    refused: (form) => ({ changed: readLeadForm(form).changed }),
    async run(_, { form }) {
      const { changed, seen } = readLeadForm(form);
      const lead = await patchLead(db, id, toPatch(changed), { actor, now: Date.now(), seen });
      if (lead === undefined) throw notFound();
      return { back };
    },
  });
  const adopt = pageForm<z.ZodType<{ evidence: string }>, LeadFormReply>({
    schema: z.object({ evidence: z.string().catch("") }),
    refusedTo: () => ({ back }),
    async run({ evidence }) {
      await adoptEvidence(db, id, evidence, { actor, now: Date.now() });
      return { back };
    },
  });
  return { notes: save, details: save, adopt };
}
