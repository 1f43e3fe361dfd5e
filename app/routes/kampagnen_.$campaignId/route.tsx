import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Pause, Play, RotateCcw } from "lucide-react";
import type { Campaign } from "~/campaigns/campaign-schema";
import { campaignForms } from "~/campaigns/campaigns-form.server";
import { findCampaignDetail } from "~/campaigns/campaigns-page.server";
import { CampaignBadge, CampaignBar, CampaignFigures } from "~/campaigns/ui/campaign-facts";
import { CampaignPicture } from "~/campaigns/ui/campaign-picture";
import { Card, FormCard } from "~/components/card";
import { IntentButton, PostForm } from "~/components/field";
import { Menu } from "~/components/menu";
import { Notice } from "~/components/notice";
import { Page } from "~/components/page";
import { Time } from "~/components/time";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { pageNumber } from "~/http/paging.server";
import { SettingsHint } from "~/settings/ui/settings-hint";
import { TaskTable } from "./task-table";

const REPEAT = [
  { value: "never", label: "Nie" },
  { value: "daily", label: "Täglich" },
  { value: "workdays", label: "Montags bis freitags" },
  { value: "weekly", label: "Montags" },
];
const REPEAT_HINT =
  "Ab 5 Uhr, zuerst in OpenStreetMap, wo die Suche nichts kostet, dann bei Google Places. Zur Obergrenze zählen Abfragen und was neue Leads ergänzt; bekannte Leads kosten nichts. Über der Obergrenze wird nur in OpenStreetMap gesucht, ohne E-Mails und ohne Websites zu lesen. Die 1.000 Kartenabfragen, die Google im Monat frei gibt, sind nicht abgezogen.";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.campaign.name ?? "Kampagne"} – Leadspeicher` },
];

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const id = params.campaignId ?? "";
  return findCampaignDetail(services, id, searchParams, pageNumber(searchParams));
}

export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  return formAction(request, campaignForms(services, params.campaignId ?? ""));
}

export default function CampaignPage() {
  const loaded = useLoaderData<typeof loader>();
  const { campaign, cells, cost, ceiling, isFollowing } = loaded;
  const value = (campaign.monthlyCeilingCents / 100).toFixed(2).replace(".", ",");
  useRefreshedPage(isFollowing);
  // Who set a repetition looks for its price first.
  const picture = (
    <Card title="Bundesländer und Suchbegriffe">
      <CampaignPicture cells={cells} address={`/kampagnen/${campaign.id}`} />
    </Card>
  );
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
      ownForms={["schedule"]}
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
          `Die Kampagne hat sich angehalten. ${campaign.pauseReason} ${ceiling === null ? "Fortsetzen wiederholt auch, was fehlgeschlagen ist." : "Was fehlgeschlagen ist, kommt beim nächsten Lauf wieder dran."}`}
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
      {campaign.repeat === "never" && picture}
      <FormCard
        title="Wiederholung"
        // Without JavaScript the page reloads while it follows, and would discard typed text.
        className={`mt-8 ${isFollowing ? "only-js" : ""}`}
        intent="schedule"
        label="Wiederholung speichern"
        fields={[
          { name: "repeat", label: "Wiederholen", value: campaign.repeat, options: REPEAT },
          {
            name: "monthlyCeilingCents",
            label: "Obergrenze im Monat (€)",
            value,
            inputMode: "decimal",
          },
        ]}
        reply={replyTo(useActionData<typeof action>(), "schedule")}
        note={REPEAT_HINT}
      >
        {ceiling && (
          <p className="mb-3">
            {ceiling.text} {ceiling.lacks && <SettingsHint at={`#${ceiling.lacks}`} />}
          </p>
        )}
      </FormCard>
      {campaign.repeat !== "never" && picture}
      <TaskTable {...loaded} />
    </Page>
  );
}

function CampaignActions({ campaign: { id, status, repeat, progress } }: { campaign: Campaign }) {
  const action = `/kampagnen/${id}`;
  return (
    <>
      <PostForm action={action} className="contents">
        {repeat === "never" && progress.failed + progress.cancelled > 0 ? (
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
