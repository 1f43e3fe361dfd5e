import { namedCampaign } from "~/campaigns/answer-campaign.server";
import { listCampaigns, startCampaign } from "~/campaigns/campaigns-api";
import { createCampaign } from "~/campaigns/create-campaign.server";
import { findCampaignPage } from "~/campaigns/find-campaigns.server";
import { apiRoute, handle } from "~/http/api-route.server";

export const { loader, action } = apiRoute(
  handle(listCampaigns, async ({ query, context: { services } }) =>
    findCampaignPage(services.db, query),
  ),
  handle(startCampaign, async ({ body, context: { services, actor } }) => {
    const { id, isNew } = await createCampaign(services, body, actor);
    const headers = { location: `/api/campaigns/${id}` };
    const campaign = await namedCampaign(services.db, id);
    return Response.json(campaign, { status: isNew ? 201 : 200, headers });
  }),
);
