import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { data, Link, useActionData, useLoaderData } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { Time } from "~/components/time";
import { formatCount } from "~/format/german";
import { readForm } from "~/http/read-form.server";
import { importPage, isAtWork } from "~/imports/import-page.server";
import { loadImport, readMapping, saveMapping, startImportJob } from "~/imports/imports.server";
import { undoImport } from "~/imports/undo-import.server";
import { isRefusal, notFound, Refusal } from "~/refusal";
import { DryRun } from "./dry-run";
import { MappingForm } from "./mapping-form";
import { Outcome } from "./outcome";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: `${page ? `Import ${page.entry.fileName}` : "Import"} – Leadspeicher` },
];

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const page = await importPage(services.db, params.importId ?? "");
  if (page === undefined) throw notFound();
  const isChanged = new URL(request.url).searchParams.has("geaendert");
  return { ...page, isChanged, isFollowing: isAtWork(page.entry) };
}

export async function action({
  request,
  params,
  context: { services, actor },
}: ActionFunctionArgs) {
  const loaded = await loadImport(services.db, params.importId ?? "");
  if (loaded === undefined) throw notFound();
  const { id } = loaded.entry;
  const page = `/leadspeicher/import/${id}`;
  const form = await readForm(request);
  const intent = form.get("intent");
  try {
    if (intent === "undo") {
      await undoImport(services.db, id, actor);
      return redirect(page);
    }
    if (intent !== "check" && intent !== "start")
      throw new Refusal(400, "Diese Aktion gibt es hier nicht.");
    const { mapping, errors } = readMapping(form, loaded.table.header);
    if (Object.keys(errors).length > 0) {
      return data({ errors, mapping, problem: null }, { status: 422 });
    }
    const isChanged = mapping.some((field, column) => field !== loaded.mapping[column]);
    if (isChanged) await saveMapping(services.db, id, mapping);
    // What is imported is what was shown: a new mapping is looked at first.
    if (intent === "check") return redirect(`${page}#pruefung`);
    if (isChanged) return redirect(`${page}?geaendert#pruefung`);
    await startImportJob(services, loaded, actor);
    return redirect(page);
  } catch (error) {
    if (!isRefusal(error, 422)) throw error;
    return data({ errors: {}, mapping: null, problem: error.message }, { status: 422 });
  }
}

export default function ImportPage() {
  const { entry, draft, outcome, isChanged } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
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
            problem={result?.problem}
            faultyColumn={Object.keys(result?.errors ?? {})[0]}
          />
          <MappingForm
            columns={draft.columns}
            mapping={result?.mapping ?? draft.mapping}
            errors={result?.errors ?? {}}
          />
        </>
      )}
      {outcome === null ? null : (
        <Outcome entry={entry} outcome={outcome} problem={result?.problem} />
      )}
      {draft === null && outcome === null ? (
        <p className="card mt-4 max-w-[720px] p-4 text-muted">
          Diese Liste wurde nicht importiert und ihr Inhalt inzwischen entfernt.
        </p>
      ) : null}
    </main>
  );
}
