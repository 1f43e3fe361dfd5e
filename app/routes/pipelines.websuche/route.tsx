import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { replyTo } from "~/http/form-reply";
import { WEB_KEY } from "~/jobs/kinds/registry";
import { SerpFormSchema } from "~/pipelines/company-search/search-schema.server";
import { chosenGoal, loadPipelinePage, searchAction } from "~/pipelines/pipeline-page.server";
import { PipelinePage } from "~/pipelines/ui/pipeline-page";
import { TermForm } from "~/pipelines/ui/term-form";
import { MissingKeyNotice } from "~/settings/ui/settings-hint";

export const meta: MetaFunction = () => [{ title: "Websuche – Leadspeicher" }];

const PATH = "/pipelines/websuche";

export async function loader({ request, context: { services, actor } }: LoaderFunctionArgs) {
  const page = await loadPipelinePage(services, new URL(request.url), "web", [WEB_KEY]);
  return { ...page, goal: await chosenGoal(services.db, actor) };
}

/** A function of its own, since a browser would run a call beside the component. */
export function action(args: ActionFunctionArgs) {
  return searchAction("web", SerpFormSchema)(args);
}

export default function SerpPage() {
  const { runs, unavailable, goal } = useLoaderData<typeof loader>();
  const reply = replyTo(useActionData<typeof action>(), "");
  return (
    <PipelinePage
      title="Websuche"
      facts="Firmen über eine Suchmaschine finden, jede nur einmal. Portale und Plattformen zählen nicht."
      path={PATH}
      runs={runs}
      isUnavailable={unavailable !== null}
    >
      <MissingKeyNotice reason={unavailable} card="serper" />
      <TermForm path={PATH} reply={reply} goal={goal} isCard isRegionOptional />
    </PipelinePage>
  );
}
