import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formAction, pageForm } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { WEB_KEY } from "~/jobs/kinds/registry";
import { startSearchJob } from "~/jobs/kinds/start-job.server";
import { SerpFormSchema } from "~/pipelines/company-search/search-schema.server";
import { loadPipelinePage } from "~/pipelines/pipeline-page.server";
import { PipelinePage } from "~/pipelines/ui/pipeline-page";
import { TermForm } from "~/pipelines/ui/search-fields";
import { MissingKeyNotice } from "~/settings/ui/settings-hint";

export const meta: MetaFunction = () => [{ title: "Websuche – Leadspeicher" }];

const PATH = "/pipelines/websuche";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  return loadPipelinePage(services, new URL(request.url), "web", [WEB_KEY]);
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const search = pageForm({
    schema: SerpFormSchema,
    async run(input) {
      const job = await startSearchJob(services, "web", input, actor);
      return { to: `/ergebnisse/${job.id}` };
    },
  });
  return formAction(request, { "": search });
}

export default function SerpPage() {
  const { runs, unavailable } = useLoaderData<typeof loader>();
  const reply = replyTo(useActionData<typeof action>(), "");
  return (
    <PipelinePage
      title="Websuche"
      facts="Firmen über eine Suchmaschine finden, jede nur einmal. Portale und Plattformen zählen nicht."
      path={PATH}
      kind="web"
      runs={runs}
      isUnavailable={unavailable !== null}
    >
      <MissingKeyNotice reason={unavailable} card="serper" />
      <TermForm path={PATH} reply={reply} isCard isRegionOptional />
    </PipelinePage>
  );
}
