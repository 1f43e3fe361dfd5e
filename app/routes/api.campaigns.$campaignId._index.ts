import { getCampaignOperation } from "~/campaigns/campaigns-api";
import { findCampaign, findTaskPage } from "~/campaigns/find-campaigns.server";
import { apiRoute, handle } from "~/http/api-route.server";
import { notFound } from "~/refusal";

export const { loader, action } = apiRoute(
  handle(getCampaignOperation, async ({ param, query, context: { services } }) => {
    const id = param("campaignId");
    const found = await findCampaign(services.db, id);
    if (found === undefined) throw notFound("Diese Kampagne gibt es nicht.");
    const { status, ...paging } = query;
    const statuses = status === undefined ? undefined : [status];
    const { tasks, total } = await findTaskPage(services.db, id, { ...paging, statuses });
    return { ...found.campaign, cells: found.cells, tasks, taskTotal: total };
  }),
);
