import { apiRoute, handle } from "~/http/api-route.server";
import { runBulkAction } from "~/leads/bulk/run-bulk-action.server";
import { bulkLeads } from "~/leads/leads-api";

export const { loader, action } = apiRoute(
  handle(bulkLeads, async ({ body, context: { services, actor } }) => {
    const { action, tag, ids = [], filter, expectedCount = 0 } = body;
    const selection = filter === undefined ? { ids } : { filter, expectedCount };
    return runBulkAction(services, { action, tag, selection }, actor);
  }),
);
