import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { Pause, Play, RotateCcw, Trash2 } from "lucide-react";
import { type Campaign, KIND_NAMES } from "~/campaigns/campaign";
import { campaignForms } from "~/campaigns/campaigns-form.server";
import { findCampaignDetail } from "~/campaigns/campaigns-page.server";
import { CampaignBadge, CampaignBar, CampaignFigures } from "~/campaigns/ui/campaign-facts";
import { CampaignPicture } from "~/campaigns/ui/campaign-picture";
import { IntentButton } from "~/components/field";
import { Notice } from "~/components/notice";
import { PageHeader } from "~/components/page-header";
import { Time } from "~/components/time";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { pageNumber } from "~/http/paging.server";
import { notFound } from "~/refusal";
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
        <CampaignFigures {...campaign} />
      </section>
      <section className="card mt-4 p-4" aria-labelledby="bild">
        <h2 id="bild">Bundesländer und Suchbegriffe</h2>
        <div className="mt-3">
          <CampaignPicture cells={cells} address={`/kampagnen/${campaign.id}`} />
        </div>
      </section>
      <TaskTable {...loaded} />
    </main>
  );
}

function CampaignActions({
  campaign: { id, status, progress },
  deleting,
}: {
  campaign: Campaign;
  deleting: boolean;
}) {
  const address = `/kampagnen/${id}`;
  if (deleting && status !== "running") return <DeleteQuestion address={address} />;
  return (
    <>
      <Form method="post" action={address} className="contents">
        {progress.failed + progress.cancelled > 0 ? (
          <IntentButton intent="repeat">
            <RotateCcw size={16} aria-hidden />
            Fehlgeschlagene noch einmal
          </IntentButton>
        ) : null}
        {status === "running" ? (
          <IntentButton intent="pause">
            <Pause size={16} aria-hidden />
            Pausieren
          </IntentButton>
        ) : null}
        {status === "paused" ? (
          <IntentButton intent="resume" className="button button-primary">
            <Play size={16} aria-hidden />
            Fortsetzen
          </IntentButton>
        ) : null}
      </Form>
      {status === "running" ? null : (
        <Link className="button" to={`${address}?loeschen`} preventScrollReset>
          <Trash2 size={16} aria-hidden />
          Löschen
        </Link>
      )}
    </>
  );
}

function DeleteQuestion({ address }: { address: string }) {
  return (
    <Form method="post" action={address} className="flex flex-wrap items-center gap-2">
      <span>Die Leads bleiben, und was erledigt ist, bleibt für andere Kampagnen erledigt.</span>
      <IntentButton intent="delete" className="button button-bad">
        Kampagne löschen
      </IntentButton>
      <Link className="button" to={address} preventScrollReset replace>
        Behalten
      </Link>
    </Form>
  );
}
