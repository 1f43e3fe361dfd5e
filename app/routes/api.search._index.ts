import { apiRoute } from "~/http/api.server";
import { startSearchOperation } from "~/search/api.server";

export const { loader, action } = apiRoute(startSearchOperation);
