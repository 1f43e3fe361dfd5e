import { apiRoute, handle } from "~/http/api-route.server";
import { repeatJob } from "~/jobs/kinds/repeat-job.server";
import { answerStart } from "~/pipelines/answer-start.server";
import { restartJob } from "~/pipelines/pipelines-api";
import { notFound } from "~/refusal";

export const { loader, action } = apiRoute(
  handle(restartJob, async ({ param, context: { services, actor } }) => {
    const restart = async () => {
      const job = await repeatJob(services, param("jobId"), actor);
      if (job === undefined) throw notFound("Diesen Lauf gibt es nicht.");
      return job;
    };
    return answerStart(restart());
  }),
);
