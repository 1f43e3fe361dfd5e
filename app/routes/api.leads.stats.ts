import { apiRoute, handle } from "~/http/api-route.server";
import { getLeadStats } from "~/leads/lead-stats.server";
import { leadStats } from "~/leads/leads-api";

export const { loader, action } = apiRoute(
  handle(leadStats, async ({ context: { services } }) =>
    getLeadStats(services.db, services.timeZone, Date.now()),
  ),
);
