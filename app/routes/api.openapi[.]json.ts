import { apiOperations } from "~/api-operations";
import { apiRoute, handle } from "~/http/api-route.server";
import { getOpenApi } from "~/http/meta-api";
import { openApiDocument } from "~/http/openapi.server";

export const { loader, action } = apiRoute(
  handle(getOpenApi, async () => openApiDocument(apiOperations)),
);
