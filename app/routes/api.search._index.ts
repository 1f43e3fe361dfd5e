import { apiRoute, handle } from "~/http/api-route.server";
import { startSearchOperation } from "~/search/search-api";
import { startSearch } from "~/search/start-search.server";

export const { loader, action } = apiRoute(
  handle(startSearchOperation, async ({ body, context: { services, actor } }) => {
    const { job, serpJob } = await startSearch(services, body, actor);
    const headers = { location: `/api/jobs/${job.id}` };
    const answer = { jobId: job.id, serpJobId: serpJob?.id ?? null };
    return Response.json(answer, { status: 202, headers });
  }),
);
