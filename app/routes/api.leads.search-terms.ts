import { apiRoute } from "~/http/api.server";
import { listSearchTerms } from "~/leads/api.server";

export const { loader, action } = apiRoute(listSearchTerms);
