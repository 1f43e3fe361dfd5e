import { apiRoute, handle } from "~/http/api-route.server";
import { pageLinks } from "~/http/page-links";
import { toLeads } from "~/leads/lead-json.server";
import { listLeads } from "~/leads/leads-api";
import { findLeads } from "~/leads/list/find-leads.server";

export const { loader, action } = apiRoute(
  handle(listLeads, async ({ query, request, context: { services } }) => {
    const { leads, ...page } = await findLeads(services.db, query, services.timeZone);
    const body = { leads: await toLeads(services.db, leads), ...page };
    return Response.json(body, { headers: pageLinks(request.url, page) });
  }),
);
