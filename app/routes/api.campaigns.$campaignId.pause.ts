import { namedCampaign } from "~/campaigns/answer-campaign.server";
import { pauseCampaignOperation } from "~/campaigns/campaigns-api";
import { pauseCampaign } from "~/campaigns/change-campaign.server";
import { apiRoute, handle } from "~/http/api-route.server";

export const { loader, action } = apiRoute(
  handle(pauseCampaignOperation, async ({ param, context: { services } }) => {
    await pauseCampaign(services, param("campaignId"));
    return namedCampaign(services.db, param("campaignId"));
  }),
);
