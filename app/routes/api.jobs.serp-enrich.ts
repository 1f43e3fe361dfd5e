import { apiRoute, handle } from "~/http/api-route.server";
import { answerStart } from "~/pipelines/answer-start.server";
import { startSearchJob } from "~/pipelines/company-search/start-search-job.server";
import { startSerp } from "~/pipelines/pipelines-api";

export const { loader, action } = apiRoute(
  handle(startSerp, async ({ body, context: { services, actor } }) =>
    answerStart(startSearchJob(services, "web", body, actor)),
  ),
);
