import { apiRoute } from "~/http/api.server";
import { importLeads } from "~/imports/api.server";

export const { loader, action } = apiRoute(importLeads);
