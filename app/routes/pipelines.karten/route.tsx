import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formAction, pageForm } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { readForm } from "~/http/read-form.server";
import { MAPS_KEY } from "~/jobs/kinds/search";
import { startSearchJob } from "~/jobs/kinds/start-job.server";
import { MapsFormSchema } from "~/pipelines/company-search/search-schema.server";
import { loadPipelinePage } from "~/pipelines/pipeline-page.server";
import { PipelinePage } from "~/pipelines/ui/pipeline-page";
import { TermForm } from "~/pipelines/ui/search-fields";
import { MissingKeyNotice } from "~/settings/ui/settings-hint";

export const meta: MetaFunction = () => [{ title: "Karten – Leadspeicher" }];

const PATH = "/pipelines/karten";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  return loadPipelinePage(services, new URL(request.url), "maps", [MAPS_KEY]);
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const search = pageForm({
    schema: MapsFormSchema,
    async run(input) {
      const job = await startSearchJob(services, "maps", input, actor);
      return { to: `/ergebnisse/${job.id}` };
    },
  });
  return formAction(await readForm(request), { "": search });
}

export default function MapsPage() {
  const { runs, unavailable, hasEmailKey } = useLoaderData<typeof loader>();
  const reply = replyTo(useActionData<typeof action>(), "");
  return (
    <PipelinePage
      title="Karten"
      facts="Firmen auf der Karte finden, mit Adresse und Telefon. Eine Suche liefert höchstens 60."
      path={PATH}
      kind="maps"
      runs={runs}
    >
      <MissingKeyNotice reason={unavailable} card="google-places" />
      <TermForm path={PATH} reply={reply} hasEmailKey={hasEmailKey} />
    </PipelinePage>
  );
}
