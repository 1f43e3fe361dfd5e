import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PageHeader } from "~/components/page-header";
import { Time } from "~/components/time";
import { formatCount } from "~/format/german";
import { formAction, pageForm } from "~/http/form.server";
import { readForm } from "~/http/read-form.server";
import { loadImportPage } from "~/imports/import-page.server";
import { loadImport, readMapping, saveMapping, startImportJob } from "~/imports/imports.server";
import { undoImport } from "~/imports/undo-import.server";
import { notFound, Refusal } from "~/refusal";
import { DryRun } from "./dry-run";
import { MappingForm } from "./mapping-form";
import { Outcome } from "./outcome";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: `${page ? `Import ${page.entry.fileName}` : "Import"} – Leadspeicher` },
];

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const page = await loadImportPage(services.db, params.importId ?? "");
  if (page === undefined) throw notFound();
  const isChanged = new URL(request.url).searchParams.has("geaendert");
  return { ...page, isChanged };
}

type MappingReply = Partial<ReturnType<typeof readMapping>>;

export async function action({
  request,
  params,
  context: { services, actor },
}: ActionFunctionArgs) {
  const loaded = await loadImport(services.db, params.importId ?? "");
  if (loaded === undefined) throw notFound();
  const { id } = loaded.entry;
  const page = `/leadspeicher/import/${id}`;
  const undo = pageForm({
    schema: z.object({}),
    async run() {
      await undoImport(services.db, id, actor);
      return { to: page };
    },
  });
  const withMapping = (proceed: (isChanged: boolean) => Promise<string>) =>
    pageForm({
      schema: z.object({}),
      refused: (form) => readMapping(form, loaded.table.header),
      async run(_, { form }) {
        const { mapping, errors } = readMapping(form, loaded.table.header);
        const [error] = Object.values(errors);
        if (error !== undefined) throw new Refusal(422, error);
        const isChanged = mapping.some((field, column) => field !== loaded.mapping[column]);
        if (isChanged) await saveMapping(services.db, id, mapping);
        return { to: await proceed(isChanged) };
      },
    });
  const check = withMapping(async () => `${page}#pruefung`);
  // What is imported is what was shown: a new mapping is looked at first.
  const start = withMapping(async (isChanged) => {
    if (isChanged) return `${page}?geaendert#pruefung`;
    await startImportJob(services, loaded, actor);
    return page;
  });
  return formAction<MappingReply>(await readForm(request), { undo, check, start });
}

export default function ImportPage() {
  const { entry, draft, outcome, isChanged } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const problem =
    Object.keys(result?.errors ?? {}).length > 0
      ? undefined
      : Object.values(result?.sent.error ?? {})[0]?.[0];
  return (
    <main className="p-4 md:p-6">
      <PageHeader
        title={entry.fileName}
        facts={
          <>
            Hochgeladen am <Time iso={entry.createdAt} /> Uhr
            {draft === null
              ? ""
              : `, ${formatCount(draft.dryRun.counts.rows, "Zeile", "Zeilen")} und ${formatCount(draft.columns.length, "Spalte", "Spalten")}`}
          </>
        }
      >
        <Link className="button" to="/leadspeicher/import">
          Alle Importe
        </Link>
      </PageHeader>
      {draft === null ? null : (
        <>
          <DryRun
            id={entry.id}
            view={draft.dryRun}
            isChanged={isChanged}
            problem={problem}
            faultyColumn={Object.keys(result?.errors ?? {})[0]}
          />
          <MappingForm
            columns={draft.columns}
            mapping={result?.mapping ?? draft.mapping}
            errors={result?.errors ?? {}}
          />
        </>
      )}
      {outcome === null ? null : <Outcome entry={entry} outcome={outcome} problem={problem} />}
      {draft === null && outcome === null ? (
        <p className="card mt-4 max-w-[720px] p-4 text-muted">
          Diese Liste wurde nicht importiert und ihr Inhalt inzwischen entfernt.
        </p>
      ) : null}
    </main>
  );
}
