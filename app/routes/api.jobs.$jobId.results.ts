import { apiRoute, handle } from "~/http/api-route.server";
import { findResultPage } from "~/jobs/find-jobs.server";
import { listJobResults } from "~/jobs/jobs-api";
import { notFound } from "~/refusal";

export const { loader, action } = apiRoute(
  handle(listJobResults, async ({ param, query, context: { services } }) => {
    const page = await findResultPage(services.db, param("jobId"), {
      ...query,
      selection: query.onlyNew === true ? "new" : "stored",
    });
    if (page === undefined) throw notFound("Diesen Lauf gibt es nicht.");
    return page;
  }),
);
