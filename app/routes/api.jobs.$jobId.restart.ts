import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { answerStart } from "~/pipelines/answer-start.server";
import { restartJob } from "~/pipelines/pipelines-api";
import { repeatJob } from "~/pipelines/repeat-job.server";

export const { loader, action } = apiRoute(
  handle(restartJob, async ({ param, context: { services, actor } }) => {
    const restart = async () => {
      const job = await repeatJob(services, param("jobId"), actor);
      if (job === undefined) throw new ProblemError(404, "Diesen Lauf gibt es nicht.");
      return job;
    };
    return answerStart(restart());
  }),
);
