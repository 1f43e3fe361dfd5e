import { enrichLeads } from "~/enrichment/enrichment-api";
import { startRequestedEnrichment } from "~/enrichment/start-enrichment.server";
import { apiRoute, handle } from "~/http/api-route.server";
import { answerStart } from "~/pipelines/answer-start.server";
import { invalidInput, notFound } from "~/refusal";

export const { loader, action } = apiRoute(
  handle(enrichLeads, async ({ body, context: { services, actor } }) =>
    answerStart(
      startRequestedEnrichment(services, body, actor).then((start) => {
        if (start.kind === "started") return start.job;
        if (start.kind === "no_job") throw notFound("Diesen Lauf gibt es nicht.");
        const path = body.ids === undefined ? "jobId" : "ids";
        throw invalidInput([{ path, message: "Keinen dieser Leads gibt es." }]);
      }),
    ),
  ),
);
