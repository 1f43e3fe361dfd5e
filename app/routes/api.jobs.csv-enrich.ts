import { apiRoute, handle } from "~/http/api-route.server";
import { answerStart } from "~/pipelines/answer-start.server";
import { startContactsFile } from "~/pipelines/contacts/start-contacts-file.server";
import { startCsv } from "~/pipelines/pipelines-api";

export const { loader, action } = apiRoute(
  handle(startCsv, async ({ body: { file, ...choice }, context: { services, actor } }) =>
    answerStart(startContactsFile(services, file, choice, actor)),
  ),
);
