import { apiRoute } from "~/http/api.server";
import { suggestSearchesOperation } from "~/search/api.server";

export const { loader, action } = apiRoute(suggestSearchesOperation);
