import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { cancelWithParts } from "~/jobs/cancel-search.server";
import { toJob } from "~/jobs/job-json.server";
import { cancelJob } from "~/jobs/jobs-api";

export const { loader, action } = apiRoute(
  handle(cancelJob, async ({ param, context: { services } }) => {
    const job = await cancelWithParts(services, param("jobId"));
    if (job === undefined) throw new ProblemError(404, "Diesen Lauf gibt es nicht.");
    return toJob(job);
  }),
);
