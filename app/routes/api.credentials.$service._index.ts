import { apiRoute, handle } from "~/http/api-route.server";
import { deleteCredential, putCredential } from "~/settings/credentials-api";
import { namedService } from "~/settings/named-service.server";

export const { loader, action } = apiRoute(
  handle(putCredential, async ({ param, body, context: { services } }) => {
    await services.credentials.save(namedService(param("service")), body.key);
    return new Response(null, { status: 204 });
  }),
  handle(deleteCredential, async ({ param, context: { services } }) => {
    await services.credentials.remove(namedService(param("service")));
    return new Response(null, { status: 204 });
  }),
);
