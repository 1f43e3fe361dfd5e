import { apiRoute } from "~/http/api.server";
import { listLeads } from "~/leads/api.server";

export const { loader, action } = apiRoute(listLeads);
