import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import type { Campaign } from "~/campaigns/campaign-schema";
import { campaignsForms } from "~/campaigns/campaigns-form.server";
import { findCampaignsPage } from "~/campaigns/campaigns-page.server";
import { CampaignBadge, CampaignBar } from "~/campaigns/ui/campaign-facts";
import { CampaignPicture } from "~/campaigns/ui/campaign-picture";
import { Card, EmptyNote, Section } from "~/components/card";
import { Notice } from "~/components/notice";
import { LinkButton, Page } from "~/components/page";
import { NameCell, RowTable, TimeCell } from "~/components/table";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { formatNumber } from "~/format/german";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { pageNumber } from "~/http/paging.server";
import { StartCard } from "./start-card";

export const meta: MetaFunction = () => [{ title: "Kampagnen – Leadspeicher" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return findCampaignsPage(services, searchParams, pageNumber(searchParams));
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  return formAction(request, campaignsForms(services, actor));
}

export default function CampaignsPage() {
  const loaded = useLoaderData<typeof loader>();
  const { shown, campaigns, total, page, pageSize } = loaded;
  const pager = { total, page, pageSize, address: (to: string) => `/kampagnen?page=${to}` };
  const refused = useActionData<typeof action>();
  const problem = replyTo(refused, "start")?.problem;
  const preview = refused?.preview ?? loaded.preview;
  useRefreshedPage(campaigns.some(({ status }) => status === "running"));
  return (
    <Page
      title="Kampagnen"
      ownForms={["start"]}
      facts="Suchbegriffe an den größten Orten jedes Bundeslands: läuft nacheinander im Hintergrund. Suchen aus „Suche“ haben Vorrang."
      actions={<LinkButton to="/kampagnen/ertrag" label="Ertrag" />}
    >
      <Notice className="mt-4 max-w-[720px]">{problem}</Notice>
      <StartCard preview={preview} />
      {shown && (
        <Card
          className="mt-6"
          title={
            <Link className="link" to={`/kampagnen/${shown.campaign.id}`}>
              {shown.campaign.name}
            </Link>
          }
        >
          <CampaignPicture cells={shown.cells} address={`/kampagnen/${shown.campaign.id}`} />
        </Card>
      )}
      <Section title="Alle Kampagnen">
        {campaigns.length === 0 ? (
          <EmptyNote className="mt-3">
            Noch keine Kampagne. Oben Umfang berechnen und starten.
          </EmptyNote>
        ) : (
          <RowTable
            caption="Kampagnen"
            columns={["Kampagne", "Stand", "Fortschritt", "Neue Leads", "Gestartet"]}
            className="mt-3"
            rows={campaigns}
            keyOf={({ id }) => id}
            pager={total > pageSize ? pager : undefined}
          >
            {(campaign) => <CampaignCells campaign={campaign} />}
          </RowTable>
        )}
      </Section>
      <p className="mt-6 text-[13px] text-muted">
        Orte:{" "}
        <a className="underline" href="https://www.geonames.org/" rel="noreferrer">
          GeoNames, CC BY 4.0
        </a>
        , verändert. Hamburg: Statistisches Amt für Hamburg und Schleswig-Holstein, Datenlizenz
        Deutschland – Namensnennung 2.0.
      </p>
    </Page>
  );
}

function CampaignCells({ campaign }: { campaign: Campaign }) {
  const { id, name, progress, createdAt, createdBy } = campaign;
  const link = (
    <Link className="link block truncate" to={`/kampagnen/${id}`}>
      {name}
    </Link>
  );
  return (
    <>
      <NameCell name={link} />
      <td>
        <CampaignBadge {...campaign} />
      </td>
      <td className="min-w-40">
        <CampaignBar {...campaign} />
      </td>
      <td className="self-end">
        <Link className="underline" to={`/leadspeicher?campaignId=${id}&isNew=true`}>
          {formatNumber(progress.newLeads)}
        </Link>
        <span className="md:hidden"> neu</span>
      </td>
      <TimeCell iso={createdAt} by={createdBy} className="col-span-2" />
    </>
  );
}
