import { resumeCampaignOperation } from "~/campaigns/api.server";
import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute(resumeCampaignOperation);
