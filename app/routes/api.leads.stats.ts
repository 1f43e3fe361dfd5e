import { apiRoute } from "~/http/api.server";
import { leadStats } from "~/leads/api.server";

export const { loader, action } = apiRoute(leadStats);
