import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ExternalLink } from "~/components/external-link";
import { formAction, pageForm } from "~/http/form.server";
import { RegisterFilterSchema } from "~/jobs/kinds/register-params.server";
import { loadPipelinePage } from "~/pipelines/pipeline-page.server";
import { PipelinePage } from "~/pipelines/ui/pipeline-page";
import { REGISTER_PATH } from "~/reading/companies/market";
import {
  findRegisterFiles,
  registerFolder,
  startReadingFile,
} from "~/register/register-files.server";
import { loadActorPage, startStoringActors } from "~/register/register-page.server";
import { ActorList } from "./actor-list";
import { ExportFiles } from "./export-files";

export const meta: MetaFunction = () => [{ title: "Energiemarkt – Leadspeicher" }];

const KINDS = ["register", "registerFile"] as const;

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  return {
    ...(await loadPipelinePage(services, url, KINDS, [])),
    list: await loadActorPage(services.db, url.searchParams),
    files: await findRegisterFiles(registerFolder(services.databasePath)),
  };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const filter = RegisterFilterSchema.parse(Object.fromEntries(searchParams));
  const takeOver = async (numbers: string[] | null) => {
    const { id } = await startStoringActors(services, filter, numbers, actor);
    return { to: `/ergebnisse/${id}` };
  };
  return formAction(request, {
    read: pageForm({
      schema: z.object({}),
      async run(_, { argument }) {
        await startReadingFile(services, registerFolder(services.databasePath), argument, actor);
        return { to: REGISTER_PATH, flash: { text: `„${argument}“ wird eingelesen.` } };
      },
    }),
    some: pageForm({
      schema: z.object({ number: z.array(z.string()).max(100).default([]) }),
      run: ({ number }) => takeOver(number),
    }),
    all: pageForm({ schema: z.object({}), run: () => takeOver(null) }),
  });
}

export default function RegisterPage() {
  const { runs, list, files } = useLoaderData<typeof loader>();
  return (
    <PipelinePage
      title="Energiemarkt"
      facts="Firmen aus dem Marktstammdatenregister der Bundesnetzagentur, ohne Schlüssel und Kosten."
      path={REGISTER_PATH}
      runs={runs}
    >
      {list === null ? null : <ActorList list={list} />}
      <ExportFiles files={files} isFirst={list === null} />
      {/* The licence requires it wherever the data are shown. */}
      <p className="mt-4 text-[13px] text-muted">
        Datenquelle: Bundesnetzagentur,{" "}
        <ExternalLink href="https://www.marktstammdatenregister.de/MaStR">
          Marktstammdatenregister
        </ExternalLink>
        , <ExternalLink href="https://www.govdata.de/dl-de/by-2-0">DL-DE/BY-2.0</ExternalLink>
      </p>
    </PipelinePage>
  );
}
