import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formAction, pageForm } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { WEB_KEY } from "~/jobs/kinds/registry";
import { startSearchJob } from "~/jobs/kinds/start-job.server";
import { MapsFormSchema, SerpFormSchema } from "~/pipelines/company-search/search-schema.server";
import { loadGoal, loadPipelinePage, saveGoal } from "~/pipelines/pipeline-page.server";
import { PipelinePage } from "~/pipelines/ui/pipeline-page";
import { TermForm } from "~/pipelines/ui/term-form";
import { notFound } from "~/refusal";
import { MissingKeyNotice } from "~/settings/ui/settings-hint";

const PAGES = {
  maps: {
    path: "/pipelines/karten",
    title: "Kartensuche",
    facts:
      "Firmen einer Region finden, mit Adresse und Telefon: bei OpenStreetMap ohne Schlüssel, bei Google Places höchstens 60 je Suche.",
  },
  web: {
    path: "/pipelines/websuche",
    title: "Websuche",
    facts:
      "Firmen über eine Suchmaschine finden, jede nur einmal. Portale und Plattformen zählen nicht.",
  },
} as const;

function kindOf({ search }: LoaderFunctionArgs["params"]): "maps" | "web" {
  const name = search?.toLowerCase();
  if (name === "karten") return "maps";
  if (name === "websuche") return "web";
  throw notFound();
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? PAGES[data.kind].title : "Suche"} – Leadspeicher` },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { services, actor } = context;
  const kind = kindOf(params);
  const requirements = kind === "web" ? [WEB_KEY] : [];
  return {
    ...(await loadPipelinePage(services, new URL(request.url), kind, requirements)),
    kind,
    goal: await loadGoal(services.db, actor),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { services, actor } = context;
  const kind = kindOf(params);
  const search = pageForm({
    schema: kind === "maps" ? MapsFormSchema : SerpFormSchema,
    async run(input) {
      const job = await startSearchJob(services, kind, input, actor);
      await saveGoal(services.db, actor, input);
      return { to: `/ergebnisse/${job.id}` };
    },
  });
  return formAction(request, { "": search });
}

export default function SearchPipelinePage() {
  const { kind, runs, unavailable, goal } = useLoaderData<typeof loader>();
  const reply = replyTo(useActionData<typeof action>(), "");
  const page = PAGES[kind];
  return (
    <PipelinePage
      key={kind}
      {...page}
      ownForms={[""]}
      runs={runs}
      isUnavailable={unavailable !== null}
    >
      <MissingKeyNotice reason={unavailable} card="serper" />
      <TermForm path={page.path} reply={reply} goal={goal} kind={kind} />
    </PipelinePage>
  );
}
