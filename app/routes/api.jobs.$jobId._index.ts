import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { findJobDetail } from "~/jobs/find-jobs.server";
import { getJobOperation } from "~/jobs/jobs-api";

export const { loader, action } = apiRoute(
  handle(getJobOperation, async ({ param, context: { services } }) => {
    const job = await findJobDetail(services.db, param("jobId"));
    if (job === undefined) throw new ProblemError(404, "Diesen Lauf gibt es nicht.");
    return job;
  }),
);
