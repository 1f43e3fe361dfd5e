import { apiRoute, handle } from "~/http/api-route.server";
import { answerStart } from "~/pipelines/answer-start.server";
import { startSerp } from "~/pipelines/pipelines-api";
import { startSearchJob } from "~/pipelines/start-search-job.server";

export const { loader, action } = apiRoute(
  handle(startSerp, async ({ body, context: { services, actor } }) =>
    answerStart(startSearchJob(services, "web", body, actor)),
  ),
);
