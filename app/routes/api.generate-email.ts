import { apiRoute, handle } from "~/http/api-route.server";
import { draftEmail } from "~/outreach/draft-email.server";
import { generateEmailOperation } from "~/outreach/outreach-api";
import { notFound } from "~/refusal";

export const { loader, action } = apiRoute(
  handle(generateEmailOperation, async ({ body, request, context: { services, actor } }) => {
    const draft = await draftEmail(services, body, { actor, signal: request.signal });
    if (draft === undefined) throw notFound("Diesen Lead gibt es nicht.");
    return { subject: draft.subject, body: draft.body };
  }),
);
