import { Link } from "@remix-run/react";
import { Table } from "../../components/table";
import { Time } from "../../components/time";
import { formatNumber } from "../../format/german";
import { type Campaign, KIND_NAMES } from "../campaign";
import { CampaignBadge, CampaignBar } from "./campaign-facts";

export function CampaignList({ campaigns }: { campaigns: readonly Campaign[] }) {
  if (campaigns.length === 0) {
    return (
      <p className="card mt-3 p-4 text-muted">
        Noch keine Kampagne. Oben Umfang berechnen und starten.
      </p>
    );
  }
  return (
    <Table
      caption="Kampagnen"
      columns={["Kampagne", "Stand", "Fortschritt", "Neue Leads", "Gestartet"]}
      className="mt-3"
    >
      {campaigns.map((campaign) => (
        <tr key={campaign.id}>
          <td className="md:max-w-[320px]">
            <Link className="link block truncate font-medium" to={`/kampagnen/${campaign.id}`}>
              {campaign.name}
            </Link>
            {campaign.name === KIND_NAMES[campaign.kind] ? null : (
              <span className="block text-[13px] text-muted">{KIND_NAMES[campaign.kind]}</span>
            )}
          </td>
          <td>
            <CampaignBadge {...campaign} />
          </td>
          <td className="min-w-40">
            <CampaignBar name={campaign.name} campaign={campaign} />
          </td>
          <td className="self-end tabular-nums">
            <Link className="underline" to={`/leadspeicher?campaignId=${campaign.id}&isNew=true`}>
              {formatNumber(campaign.progress.newLeads)}
            </Link>
            <span className="md:hidden"> neu</span>
          </td>
          <td className="col-span-2 whitespace-nowrap text-[13px] md:text-[14px]">
            <Time iso={campaign.createdAt} />
            <span className="text-[13px] text-muted md:block">
              <span className="md:hidden">, </span>
              {campaign.createdBy}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}
