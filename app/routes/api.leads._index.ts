import { apiRoute, handle } from "~/http/api-route.server";
import { pageLinks } from "~/http/page-links";
import { invalidInput } from "~/http/problem";
import { toLeads } from "~/leads/lead-json.server";
import { listLeads } from "~/leads/leads-api";
import { findLeads, InvalidCursorError } from "~/leads/list/find-leads.server";

export const { loader, action } = apiRoute(
  handle(listLeads, async ({ query, request, context: { services } }) => {
    try {
      const { leads, ...page } = await findLeads(services.db, query, services.timeZone);
      const body = { leads: await toLeads(services.db, leads), ...page };
      return Response.json(body, { headers: pageLinks(request.url, page) });
    } catch (error) {
      if (!(error instanceof InvalidCursorError)) throw error;
      throw invalidInput([{ path: "cursor", message: error.message }]);
    }
  }),
);
