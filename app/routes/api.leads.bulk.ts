import { apiRoute } from "~/http/api.server";
import { bulkLeads } from "~/leads/api.server";

export const { loader, action } = apiRoute(bulkLeads);
