import { apiRoute, handle } from "~/http/api-route.server";
import { leadStats } from "~/leads/leads-api";
import { getLeadStats } from "~/leads/list/lead-stats.server";

export const { loader, action } = apiRoute(
  handle(leadStats, async ({ context: { services } }) =>
    getLeadStats(services.db, services.timeZone, Date.now()),
  ),
);
