import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { findResultPage } from "~/jobs/find-jobs.server";
import { listJobResults } from "~/jobs/jobs-api";

export const { loader, action } = apiRoute(
  handle(listJobResults, async ({ param, query, context: { services } }) => {
    const page = await findResultPage(services.db, param("jobId"), {
      ...query,
      selection: query.onlyNew === true ? "new" : "stored",
    });
    if (page === undefined) throw new ProblemError(404, "Diesen Lauf gibt es nicht.");
    return page;
  }),
);
