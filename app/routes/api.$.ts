import { apiOperations } from "~/api-operations.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute(apiOperations);
