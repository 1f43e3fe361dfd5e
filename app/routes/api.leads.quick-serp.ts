import { apiRoute, handle } from "~/http/api-route.server";
import { answerStart } from "~/pipelines/answer-start.server";
import { startQuickSerp } from "~/pipelines/pipelines-api";
import { startSearchJob } from "~/pipelines/start-search-job.server";

export const { loader, action } = apiRoute(
  handle(startQuickSerp, async ({ body, context: { services, actor } }) =>
    answerStart(startSearchJob(services, "web", { ...body, enrich: false }, actor)),
  ),
);
