import { apiRoute, handle } from "~/http/api-route.server";
import { notFound } from "~/refusal";
import { supplementOperation } from "~/search/search-api";
import { startSupplement } from "~/search/supplement/start-supplement.server";

export const { loader, action } = apiRoute(
  handle(supplementOperation, async ({ body, context: { services, actor } }) => {
    const started = await startSupplement(services, body.jobId, { actor });
    if (started === undefined) throw notFound("Diesen Lauf gibt es nicht.");
    const headers = { location: `/api/jobs/${started.jobId}` };
    return Response.json(started, { status: 202, headers });
  }),
);
