import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { NotReadyError } from "~/pipelines/not-ready-error";
import { startSearchOperation } from "~/search/search-api";
import { startSearch } from "~/search/start-search.server";

export const { loader, action } = apiRoute(
  handle(startSearchOperation, async ({ body, context: { services, actor } }) => {
    try {
      const { job, serpJob } = await startSearch(services, body, actor);
      const headers = { location: `/api/jobs/${job.id}` };
      const answer = { jobId: job.id, serpJobId: serpJob?.id ?? null };
      return Response.json(answer, { status: 202, headers });
    } catch (error) {
      if (error instanceof NotReadyError) throw new ProblemError(409, error.message);
      throw error;
    }
  }),
);
