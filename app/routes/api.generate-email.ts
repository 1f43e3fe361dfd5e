import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { providerProblem } from "~/language-model/provider-problem.server";
import { draftEmail, NothingToWriteError } from "~/outreach/draft-email.server";
import { generateEmailOperation } from "~/outreach/outreach-api";

export const { loader, action } = apiRoute(
  handle(generateEmailOperation, async ({ body, request, context: { services, actor } }) => {
    try {
      const draft = await draftEmail(services, body, { actor, signal: request.signal });
      if (draft === undefined) throw new ProblemError(404, "Diesen Lead gibt es nicht.");
      return { subject: draft.subject, body: draft.body };
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      if (error instanceof NothingToWriteError) {
        const errors = [{ path: "leadId", message: error.message }];
        throw new ProblemError(422, error.message, { errors });
      }
      throw providerProblem(error);
    }
  }),
);
