import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { getLeadWithEvents } from "~/leads/get-lead.server";
import { getLead } from "~/leads/leads-api";

export const { loader, action } = apiRoute(
  handle(getLead, async ({ param, context: { services } }) => {
    const found = await getLeadWithEvents(services.db, param("leadId"));
    if (found === undefined) throw new ProblemError(404, "Diesen Lead gibt es nicht.");
    return Response.json(found.lead, { headers: { etag: found.etag } });
  }),
);
