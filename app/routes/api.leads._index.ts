import { apiRoute } from "~/http/api.server";
import { createLeadOperation, listLeads } from "~/leads/api.server";

export const { loader, action } = apiRoute(listLeads, createLeadOperation);
