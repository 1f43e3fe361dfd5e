import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findCampaignPage } from "~/campaigns/find-campaigns.server";
import { CampaignList } from "~/campaigns/ui/campaign-list";
import { replyTo } from "~/http/form-reply";
import { MapsFormSchema } from "~/pipelines/company-search/search-schema.server";
import { chosenGoal, loadPipelinePage, searchAction } from "~/pipelines/pipeline-page.server";
import { PipelinePage } from "~/pipelines/ui/pipeline-page";
import { TermForm } from "~/pipelines/ui/term-form";

export const meta: MetaFunction = () => [{ title: "Kartensuche – Leadspeicher" }];

const PATH = "/pipelines/karten";

export async function loader({ request, context: { services, actor } }: LoaderFunctionArgs) {
  const { campaigns } = await findCampaignPage(services.db, { page: 1, pageSize: 5 });
  return {
    ...(await loadPipelinePage(services, new URL(request.url), "maps", [])),
    goal: await chosenGoal(services.db, actor),
    campaigns,
  };
}

/** A function of its own, since a browser would run a call beside the component. */
export function action(args: ActionFunctionArgs) {
  return searchAction("maps", MapsFormSchema)(args);
}

export default function MapsPage() {
  const { runs, goal, campaigns } = useLoaderData<typeof loader>();
  const reply = replyTo(useActionData<typeof action>(), "");
  return (
    <PipelinePage
      title="Kartensuche"
      facts="Firmen einer Region finden, mit Adresse und Telefon: bei OpenStreetMap ohne Schlüssel, bei Google Places höchstens 60 je Suche."
      path={PATH}
      runs={runs}
      footer={campaigns.length === 0 ? null : <CampaignList campaigns={campaigns} />}
    >
      <TermForm path={PATH} reply={reply} goal={goal} isCard isMap />
    </PipelinePage>
  );
}
