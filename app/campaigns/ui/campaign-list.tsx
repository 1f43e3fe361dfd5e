import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";
import { EmptyNote } from "../../components/card";
import { NameCell, RowTable, TimeCell } from "../../components/table";
import { formatNumber } from "../../format/german";
import { KIND_NAMES } from "../campaign";
import type { Campaign } from "../campaign-schema";
import { CampaignBadge, CampaignBar } from "./campaign-facts";

export function CampaignList({
  campaigns,
  pager,
}: {
  campaigns: readonly Campaign[];
  pager?: ComponentProps<typeof RowTable>["pager"];
}) {
  if (campaigns.length === 0) {
    return (
      <EmptyNote className="mt-3">
        Noch keine Kampagne. Oben Umfang berechnen und starten.
      </EmptyNote>
    );
  }
  return (
    <RowTable
      caption="Kampagnen"
      columns={["Kampagne", "Stand", "Fortschritt", "Neue Leads", "Gestartet"]}
      className="mt-3"
      rows={campaigns}
      keyOf={({ id }) => id}
      pager={pager}
    >
      {(campaign) => (
        <>
          <NameCell
            name={
              <Link className="link block truncate" to={`/kampagnen/${campaign.id}`}>
                {campaign.name}
              </Link>
            }
          >
            {campaign.name !== KIND_NAMES[campaign.kind] && KIND_NAMES[campaign.kind]}
          </NameCell>
          <td>
            <CampaignBadge {...campaign} />
          </td>
          <td className="min-w-40">
            <CampaignBar name={campaign.name} campaign={campaign} />
          </td>
          <td className="self-end">
            <Link className="underline" to={`/leadspeicher?campaignId=${campaign.id}&isNew=true`}>
              {formatNumber(campaign.progress.newLeads)}
            </Link>
            <span className="md:hidden"> neu</span>
          </td>
          <TimeCell iso={campaign.createdAt} by={campaign.createdBy} className="col-span-2" />
        </>
      )}
    </RowTable>
  );
}
