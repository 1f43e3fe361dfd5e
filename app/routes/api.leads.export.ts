import { exportLeadList } from "~/exports/exports.server";
import { apiRoute, handle } from "~/http/api-route.server";
import { exportLeads } from "~/leads/leads-api";

export const { loader, action } = apiRoute(
  handle(exportLeads, async ({ query, context: { services } }) => exportLeadList(services, query)),
);
