import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { patchLead, StaleLeadError } from "~/leads/edit/update-lead.server";
import { entityTag, getLeadWithEvents } from "~/leads/get-lead.server";
import { toLeads } from "~/leads/lead-json.server";
import { deleteLeadOperation, getLead, patchLeadOperation } from "~/leads/leads-api";
import { deleteLead } from "~/leads/removed/delete-leads.server";

const MISSING = "Diesen Lead gibt es nicht.";

/** A stale `If-Match` as the problem it is, with the entity tag that holds now. */
async function refuseStale<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof StaleLeadError)) throw error;
    throw new ProblemError(412, error.message, { headers: { etag: entityTag(error.lead) } });
  }
}

export const { loader, action } = apiRoute(
  handle(getLead, async ({ param, context: { services } }) => {
    const found = await getLeadWithEvents(services.db, param("leadId"));
    if (found === undefined) throw new ProblemError(404, MISSING);
    return Response.json(found.lead, { headers: { etag: found.etag } });
  }),
  handle(patchLeadOperation, async ({ param, body, request, context: { services, actor } }) => {
    const ifMatch = request.headers.get("if-match");
    const options = { actor, now: Date.now(), ifMatch };
    const row = await refuseStale(patchLead(services.db, param("leadId"), body, options));
    if (row === undefined) throw new ProblemError(404, MISSING);
    const [lead] = await toLeads(services.db, [row]);
    return Response.json(lead, { headers: { etag: entityTag(row) } });
  }),
  handle(deleteLeadOperation, async ({ param, request, context: { services, actor } }) => {
    const by = { actor, now: Date.now() };
    const ifMatch = request.headers.get("if-match");
    const deletionId = await refuseStale(deleteLead(services.db, param("leadId"), by, ifMatch));
    if (deletionId === undefined) throw new ProblemError(404, MISSING);
    return new Response(null, { status: 204 });
  }),
);
