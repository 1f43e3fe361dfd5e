import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formAction, pageForm } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { startSearchJob } from "~/jobs/kinds/start-job.server";
import { MapsFormSchema } from "~/pipelines/company-search/search-schema.server";
import { loadPipelinePage } from "~/pipelines/pipeline-page.server";
import { PipelinePage } from "~/pipelines/ui/pipeline-page";
import { TermForm } from "~/pipelines/ui/search-fields";

export const meta: MetaFunction = () => [{ title: "Karten – Leadspeicher" }];

const PATH = "/pipelines/karten";

export function loader({ request, context: { services } }: LoaderFunctionArgs) {
  return loadPipelinePage(services, new URL(request.url), "maps", []);
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const search = pageForm({
    schema: MapsFormSchema,
    async run(input) {
      const job = await startSearchJob(services, "maps", input, actor);
      return { to: `/ergebnisse/${job.id}` };
    },
  });
  return formAction(request, { "": search });
}

export default function MapsPage() {
  const { runs } = useLoaderData<typeof loader>();
  const reply = replyTo(useActionData<typeof action>(), "");
  return (
    <PipelinePage
      title="Karten"
      facts="Firmen einer Region finden, mit Adresse und Telefon: bei OpenStreetMap ohne Schlüssel, bei Google Places höchstens 60 je Suche."
      path={PATH}
      kind="maps"
      runs={runs}
    >
      <TermForm path={PATH} reply={reply} isCard isMap />
    </PipelinePage>
  );
}
