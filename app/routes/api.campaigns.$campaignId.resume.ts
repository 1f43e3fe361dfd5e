import { namedCampaign } from "~/campaigns/answer-campaign.server";
import { resumeCampaignOperation } from "~/campaigns/campaigns-api";
import { resumeCampaign } from "~/campaigns/change-campaign.server";
import { apiRoute, handle } from "~/http/api-route.server";

export const { loader, action } = apiRoute(
  handle(resumeCampaignOperation, async ({ param, context: { services } }) => {
    await resumeCampaign(services, param("campaignId"));
    return namedCampaign(services.db, param("campaignId"));
  }),
);
