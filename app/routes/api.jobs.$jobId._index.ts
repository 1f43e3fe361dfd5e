import { apiRoute, handle } from "~/http/api-route.server";
import { findJobDetail } from "~/jobs/find-jobs.server";
import { getJobOperation } from "~/jobs/jobs-api";
import { notFound } from "~/refusal";

export const { loader, action } = apiRoute(
  handle(getJobOperation, async ({ param, context: { services } }) => {
    const job = await findJobDetail(services.db, param("jobId"));
    if (job === undefined) throw notFound("Diesen Lauf gibt es nicht.");
    return job;
  }),
);
