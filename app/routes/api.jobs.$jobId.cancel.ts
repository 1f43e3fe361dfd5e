import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { toJob } from "~/jobs/job-json.server";
import { cancelJob } from "~/jobs/jobs-api";

export const { loader, action } = apiRoute(
  handle(cancelJob, async ({ param, context: { services } }) => {
    const job = await services.jobs.cancel(param("jobId"));
    if (job === undefined) throw new ProblemError(404, "Diesen Lauf gibt es nicht.");
    return toJob(job);
  }),
);
