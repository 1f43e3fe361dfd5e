import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { KIND_NAMES } from "~/campaigns/campaign";
import { campaignForms } from "~/campaigns/campaigns-form.server";
import { findCampaignDetail } from "~/campaigns/campaigns-page.server";
import { CampaignBadge, CampaignBar, CampaignFigures } from "~/campaigns/ui/campaign-facts";
import { CampaignPicture } from "~/campaigns/ui/campaign-picture";
import { Notice } from "~/components/notice";
import { PageHeader } from "~/components/page-header";
import { Time } from "~/components/time";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { pageNumber } from "~/http/paging.server";
import { notFound } from "~/refusal";
import { CampaignActions } from "./campaign-actions";
import { TaskTable } from "./task-table";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.campaign.name ?? "Kampagne"} – Leadspeicher` },
];

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const id = params.campaignId ?? "";
  const page = pageNumber(searchParams);
  const detail = await findCampaignDetail(services.db, id, searchParams, page);
  if (detail === undefined) throw notFound();
  return detail;
}

export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  return formAction(request, campaignForms(services, params.campaignId ?? ""));
}

export default function CampaignPage() {
  const loaded = useLoaderData<typeof loader>();
  const { campaign, cells, deleting, isFollowing } = loaded;
  const reply = useActionData<typeof action>();
  const error = replyTo(reply, "pause", "resume", "repeat", "delete")?.problem;
  useRefreshedPage(isFollowing);
  return (
    <main className="p-4 md:p-6">
      <p className="mb-1 text-[13px]">
        <Link className="link" to="/kampagnen">
          Kampagnen
        </Link>
      </p>
      <PageHeader
        title={campaign.name}
        facts={
          <>
            {campaign.name === KIND_NAMES[campaign.kind]
              ? "Gestartet"
              : `${KIND_NAMES[campaign.kind]}, gestartet`}{" "}
            <Time iso={campaign.createdAt} /> von {campaign.createdBy}, {campaign.count} Firmen je
            Suche.
          </>
        }
      >
        <CampaignActions campaign={campaign} deleting={deleting} />
      </PageHeader>
      <Notice className="mt-4 max-w-[720px]">{error}</Notice>
      {campaign.pauseReason === null ? null : (
        <Notice className="mt-4 max-w-[720px]">
          Die Kampagne hat sich angehalten. {campaign.pauseReason} Fortsetzen wiederholt auch, was
          fehlgeschlagen ist.
        </Notice>
      )}
      <section className="card mt-4 p-4" aria-label="Fortschritt">
        <div className="mb-4 flex items-center gap-4">
          <CampaignBadge {...campaign} />
          <div className="min-w-0 flex-1">
            <CampaignBar name={campaign.name} campaign={campaign} />
          </div>
        </div>
        <CampaignFigures progress={campaign.progress} />
      </section>
      <section className="card mt-4 p-4" aria-labelledby="bild">
        <h2 id="bild">Bundesländer und Suchbegriffe</h2>
        <div className="mt-3">
          <CampaignPicture cells={cells} address={`/kampagnen/${campaign.id}`} />
        </div>
      </section>
      <TaskTable {...loaded} campaignId={campaign.id} />
    </main>
  );
}
