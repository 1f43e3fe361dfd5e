import { namedCampaign, readyOr409 } from "~/campaigns/answer-campaign.server";
import { pauseCampaignOperation } from "~/campaigns/campaigns-api";
import { pauseCampaign } from "~/campaigns/change-campaign.server";
import { apiRoute, handle } from "~/http/api-route.server";

export const { loader, action } = apiRoute(
  handle(pauseCampaignOperation, async ({ param, context: { services } }) => {
    await readyOr409(pauseCampaign(services, param("campaignId")));
    return namedCampaign(services.db, param("campaignId"));
  }),
);
