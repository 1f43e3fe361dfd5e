import { apiRoute, handle } from "~/http/api-route.server";
import { toJob } from "~/jobs/job-json.server";
import { cancelJob } from "~/jobs/jobs-api";
import { cancelWithParts } from "~/jobs/runner/cancel-with-parts.server";
import { notFound } from "~/refusal";

export const { loader, action } = apiRoute(
  handle(cancelJob, async ({ param, context: { services } }) => {
    const job = await cancelWithParts(services, param("jobId"));
    if (job === undefined) throw notFound("Diesen Lauf gibt es nicht.");
    return toJob(job);
  }),
);
