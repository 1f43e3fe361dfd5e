import { apiRoute, handle } from "~/http/api-route.server";
import { patchLead } from "~/leads/edit/update-lead.server";
import { entityTag, getLeadWithEvents } from "~/leads/get-lead.server";
import { toLeads } from "~/leads/lead-json.server";
import { deleteLeadOperation, getLead, patchLeadOperation } from "~/leads/leads-api";
import { deleteLead } from "~/leads/removed/delete-leads.server";
import { notFound } from "~/refusal";

const MISSING = "Diesen Lead gibt es nicht.";

export const { loader, action } = apiRoute(
  handle(getLead, async ({ param, context: { services } }) => {
    const found = await getLeadWithEvents(services.db, param("leadId"));
    if (found === undefined) throw notFound(MISSING);
    return Response.json(found.lead, { headers: { etag: found.etag } });
  }),
  handle(patchLeadOperation, async ({ param, body, request, context: { services, actor } }) => {
    const ifMatch = request.headers.get("if-match");
    const options = { actor, now: Date.now(), ifMatch };
    const row = await patchLead(services.db, param("leadId"), body, options);
    if (row === undefined) throw notFound(MISSING);
    const [lead] = await toLeads(services.db, [row]);
    return Response.json(lead, { headers: { etag: entityTag(row) } });
  }),
  handle(deleteLeadOperation, async ({ param, request, context: { services, actor } }) => {
    const by = { actor, now: Date.now() };
    const ifMatch = request.headers.get("if-match");
    const deletionId = await deleteLead(services.db, param("leadId"), by, ifMatch);
    if (deletionId === undefined) throw notFound(MISSING);
    return new Response(null, { status: 204 });
  }),
);
