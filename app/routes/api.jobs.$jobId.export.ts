import { exportJobResults } from "~/exports/exports.server";
import { apiRoute, handle } from "~/http/api-route.server";
import { findJob, findPartIds } from "~/jobs/find-jobs.server";
import { exportJob } from "~/jobs/jobs-api";
import { notFound } from "~/refusal";

export const { loader, action } = apiRoute(
  handle(exportJob, async ({ param, query, context: { services } }) => {
    const job = await findJob(services.db, param("jobId"));
    if (job === undefined) throw notFound("Diesen Lauf gibt es nicht.");
    const parts = query.parts === true ? await findPartIds(services.db, job.id) : [];
    return exportJobResults(services, job, parts);
  }),
);
