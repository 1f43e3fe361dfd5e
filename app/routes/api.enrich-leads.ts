import { enrichLeads } from "~/enrichment/api.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute(enrichLeads);
