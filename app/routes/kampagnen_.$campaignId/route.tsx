import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Pause, Play, RotateCcw } from "lucide-react";
import type { Campaign } from "~/campaigns/campaign-schema";
import { campaignForms } from "~/campaigns/campaigns-form.server";
import { findCampaignDetail } from "~/campaigns/campaigns-page.server";
import { CampaignBadge, CampaignBar, CampaignFigures } from "~/campaigns/ui/campaign-facts";
import { CampaignPicture } from "~/campaigns/ui/campaign-picture";
import { Card } from "~/components/card";
import { IntentButton, PostForm } from "~/components/field";
import { Menu } from "~/components/menu";
import { Notice } from "~/components/notice";
import { Page } from "~/components/page";
import { Time } from "~/components/time";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { formAction } from "~/http/form.server";
import { pageNumber } from "~/http/paging.server";
import { TaskTable } from "./task-table";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.campaign.name ?? "Kampagne"} – Leadspeicher` },
];

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const id = params.campaignId ?? "";
  return findCampaignDetail(services.db, id, searchParams, pageNumber(searchParams));
}

export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  return formAction(request, campaignForms(services, params.campaignId ?? ""));
}

export default function CampaignPage() {
  const loaded = useLoaderData<typeof loader>();
  const { campaign, cells, cost, isFollowing } = loaded;
  useRefreshedPage(isFollowing);
  return (
    <Page
      above={
        <p className="mb-1 text-[13px]">
          <Link className="link" to="/kampagnen">
            Kampagnen
          </Link>
        </p>
      }
      title={campaign.name}
      facts={
        <>
          Gestartet <Time iso={campaign.createdAt} /> von {campaign.createdBy}, {campaign.count}{" "}
          Firmen je Suche.
        </>
      }
      actions={<CampaignActions campaign={campaign} />}
    >
      <Notice className="mt-4 max-w-[720px]">
        {campaign.pauseReason &&
          `Die Kampagne hat sich angehalten. ${campaign.pauseReason} Fortsetzen wiederholt auch, was fehlgeschlagen ist.`}
      </Notice>
      <section className="card mt-4 p-4" aria-label="Fortschritt">
        <div className="mb-4 flex items-center gap-4">
          <CampaignBadge {...campaign} />
          <div className="min-w-0 flex-1">
            <CampaignBar {...campaign} />
          </div>
        </div>
        <CampaignFigures {...campaign} cost={cost} />
      </section>
      <Card title="Bundesländer und Suchbegriffe">
        <CampaignPicture cells={cells} address={`/kampagnen/${campaign.id}`} />
      </Card>
      <TaskTable {...loaded} />
    </Page>
  );
}

function CampaignActions({ campaign: { id, status, progress } }: { campaign: Campaign }) {
  const action = `/kampagnen/${id}`;
  return (
    <>
      <PostForm action={action} className="contents">
        {progress.failed + progress.cancelled > 0 ? (
          <IntentButton intent="repeat" icon={RotateCcw} label="Fehlgeschlagene noch einmal" />
        ) : null}
        {status === "running" ? (
          <IntentButton intent="pause" icon={Pause} label="Pausieren" />
        ) : null}
        {status === "paused" ? (
          <IntentButton
            intent="resume"
            icon={Play}
            label="Fortsetzen"
            className="button button-primary"
          />
        ) : null}
      </PostForm>
      {status === "running" ? null : (
        <Menu label="Löschen" align="end">
          <PostForm action={action} className="menu-body">
            <p>Die Leads bleiben, und was erledigt ist, bleibt für andere Kampagnen erledigt.</p>
            <IntentButton intent="delete" label="Kampagne löschen" className="button button-bad" />
          </PostForm>
        </Menu>
      )}
    </>
  );
}
