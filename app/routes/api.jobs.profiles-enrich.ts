import { apiRoute, handle } from "~/http/api-route.server";
import { answerStart } from "~/pipelines/answer-start.server";
import { startProfilesOperation } from "~/pipelines/pipelines-api";
import { startProfiles } from "~/pipelines/profiles/start-profiles.server";

export const { loader, action } = apiRoute(
  handle(startProfilesOperation, async ({ body, context: { services, actor } }) =>
    answerStart(startProfiles(services, body, actor)),
  ),
);
