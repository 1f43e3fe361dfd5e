import { apiRoute, handle } from "~/http/api-route.server";
import { testCredential } from "~/settings/credentials-api";
import { namedService } from "~/settings/named-service.server";
import { testStoredKey } from "~/settings/test-key.server";

export const { loader, action } = apiRoute(
  handle(testCredential, async ({ param, request, context: { services } }) =>
    testStoredKey(services, namedService(param("service")), request.signal),
  ),
);
