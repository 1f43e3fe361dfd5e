import { EnrichmentNotReadyError } from "~/enrichment/start-enrichment.server";
import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { CountChangedError } from "~/leads/bulk/bulk-leads.server";
import { runBulkAction } from "~/leads/bulk/run-bulk-action.server";
import { bulkLeads } from "~/leads/leads-api";

export const { loader, action } = apiRoute(
  handle(bulkLeads, async ({ body, context: { services, actor } }) => {
    const { action, tag, ids = [], filter, expectedCount = 0 } = body;
    const selection = filter === undefined ? { ids } : { filter, expectedCount };
    try {
      return await runBulkAction(services, { action, tag, selection }, actor);
    } catch (error) {
      if (error instanceof CountChangedError || error instanceof EnrichmentNotReadyError) {
        throw new ProblemError(409, error.message);
      }
      throw error;
    }
  }),
);
