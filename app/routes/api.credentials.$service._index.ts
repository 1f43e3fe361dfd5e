import { apiRoute, handle } from "~/http/api-route.server";
import { ProblemError } from "~/http/problem";
import { KeyFromEnvironmentError } from "~/settings/credentials.server";
import { deleteCredential, putCredential } from "~/settings/credentials-api";
import { namedService } from "~/settings/named-service.server";

/** A key that can't be changed as the problem it is, and the empty answer to any other change. */
async function answerChange(change: Promise<void>): Promise<Response> {
  try {
    await change;
  } catch (error) {
    if (!(error instanceof KeyFromEnvironmentError)) throw error;
    throw new ProblemError(409, error.message);
  }
  return new Response(null, { status: 204 });
}

export const { loader, action } = apiRoute(
  handle(putCredential, async ({ param, body, context: { services } }) =>
    answerChange(services.credentials.save(namedService(param("service")), body.key)),
  ),
  handle(deleteCredential, async ({ param, context: { services } }) =>
    answerChange(services.credentials.remove(namedService(param("service")))),
  ),
);
