import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { startSearchOperation } from "~/search/search-api";
import { SearchNotReadyError, startSearch } from "~/search/start-search.server";

export const { loader, action } = apiRoute(
  handle(startSearchOperation, async ({ body, context }) => {
    try {
      const job = await startSearch(context.services, body, context.actor);
      const headers = { location: `/api/jobs/${job.id}` };
      return Response.json({ jobId: job.id, serpJobId: null }, { status: 202, headers });
    } catch (error) {
      if (error instanceof SearchNotReadyError) throw new ProblemError(409, error.message);
      throw error;
    }
  }),
);
