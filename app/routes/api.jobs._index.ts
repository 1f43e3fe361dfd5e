import { apiRoute, handle } from "~/http/api-route.server";
import { findJobPage } from "~/jobs/find-jobs.server";
import { listJobs } from "~/jobs/jobs-api";

export const { loader, action } = apiRoute(
  handle(listJobs, async ({ query, context: { services } }) => findJobPage(services.db, query)),
);
