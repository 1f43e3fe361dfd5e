import { apiRoute } from "~/http/api.server";
import { supplementOperation } from "~/search/api.server";

export const { loader, action } = apiRoute(supplementOperation);
