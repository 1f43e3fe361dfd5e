import { apiRoute, handle } from "~/http/api-route.server";
import { answerStart } from "~/pipelines/answer-start.server";
import { startSearchJob } from "~/pipelines/company-search/start-search-job.server";
import { startQuickSerp } from "~/pipelines/pipelines-api";

export const { loader, action } = apiRoute(
  handle(startQuickSerp, async ({ body, context: { services, actor } }) =>
    answerStart(startSearchJob(services, "web", { ...body, enrich: false }, actor)),
  ),
);
