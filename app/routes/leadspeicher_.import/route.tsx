import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Upload } from "lucide-react";
import { z } from "zod";
import { PostForm, StartButton } from "~/components/field";
import { FileField } from "~/components/file-field";
import { LinkButton, Page } from "~/components/page";
import { NameCell, numeric, RowTable, TimeCell } from "~/components/table";
import { formatNumber } from "~/format/german";
import { formAction, pageForm } from "~/http/form.server";
import { formProblem, replyTo } from "~/http/form-reply";
import { FileSchema } from "~/http/read-form.server";
import { findRecentImports, type ImportView } from "~/imports/import-page.server";
import { storeImport, withImportFile } from "~/imports/imports.server";
import { ListPurposes } from "~/imports/ui/list-purposes";
import { JOB_STATES } from "~/jobs/job-words";
import { NewLeads } from "~/jobs/ui/job-card-parts";
import { MAX_COLUMNS, MAX_FILE_MEGABYTES, MAX_ROWS } from "~/reading/tables/fields";

export const meta: MetaFunction = () => [{ title: "Liste importieren – Leadspeicher" }];

const RECENT = 20;

export async function loader({ context: { services } }: LoaderFunctionArgs) {
  return { imports: await findRecentImports(services.db, RECENT) };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const upload = pageForm({
    schema: z.object({ datei: FileSchema }),
    hidden: ["datei"],
    note: "Nichts wurde importiert.",
    async run({ datei }) {
      const { id } = await withImportFile(datei, (list) =>
        storeImport(services.db, datei.name, list, actor),
      );
      return { to: `/leadspeicher/import/${id}` };
    },
  });
  return formAction(request, { "": upload });
}

const STATES: Record<ImportView["state"], { label: string; badge: string }> = {
  ...JOB_STATES,
  draft: { label: "noch nicht importiert", badge: "badge" },
  complete: { label: "importiert", badge: "badge badge-good" },
  undoing: { label: "wird rückgängig gemacht", badge: "badge" },
  undone: { label: "rückgängig gemacht", badge: "badge badge-warn" },
};

export default function ImportPage() {
  const { imports } = useLoaderData<typeof loader>();
  const error = formProblem(replyTo(useActionData<typeof action>(), ""));
  return (
    <Page
      title="Liste importieren"
      ownForms={[""]}
      facts="Eine eigene Liste in den Leadspeicher übernehmen. Bekannte Firmen werden nur ergänzt, nie überschrieben."
      actions={<LinkButton to="/leadspeicher" label="Zum Leadspeicher" />}
    >
      <ListPurposes />
      <PostForm encType="multipart/form-data" className="card mt-4 max-w-[720px] p-4" noValidate>
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
          <FileField
            maxMegabytes={MAX_FILE_MEGABYTES}
            name="datei"
            label="Datei"
            error={error}
            hintId="datei-hinweis"
          />
          <StartButton
            icon={Upload}
            label="Hochladen und prüfen"
            sending="Wird gelesen …"
            className="button button-primary sm:mt-6"
          />
        </div>
        <div id="datei-hinweis" className="mt-3 text-[13px] text-muted">
          <p>
            Excel (.xlsx) oder CSV mit Semikolon, Komma oder Tabulator, in UTF-8 oder Windows-1252.
            Höchstens {MAX_FILE_MEGABYTES} MB, {formatNumber(MAX_ROWS)} Zeilen und {MAX_COLUMNS}{" "}
            Spalten.
          </p>
          <p className="mt-1">
            Eine Zeile nennt die Spalten, Titel darüber stören nicht. Jede Firma braucht eine
            Website, eine Domain oder eine eigene E-Mail-Adresse. Importiert wird erst nach der
            Prüfung.
          </p>
        </div>
      </PostForm>
      {imports.length === 0 ? null : (
        <section className="mt-6">
          <h2>Frühere Importe</h2>
          <RowTable
            caption="Frühere Importe"
            columns={[
              "Datei",
              "Stand",
              "Hochgeladen",
              numeric("Neu"),
              numeric("Bereits vorhanden"),
            ]}
            className="mt-2"
            rows={imports}
            keyOf={({ id }) => id}
          >
            {({ id, jobId, fileName, state, createdAt, fresh, known }) => (
              <>
                <NameCell
                  className="md:max-w-[360px]"
                  name={
                    <Link
                      to={`/leadspeicher/import/${id}`}
                      className="no-underline hover:underline"
                    >
                      {fileName}
                    </Link>
                  }
                />
                <td className="whitespace-nowrap text-right md:text-left">
                  <span className={STATES[state].badge}>{STATES[state].label}</span>
                </td>
                <TimeCell iso={createdAt} />
                <td className="only-wide text-right">
                  {jobId && (
                    <NewLeads
                      jobs={[{ id: jobId, storedNew: fresh }]}
                      words={formatNumber(fresh)}
                    />
                  )}
                </td>
                <td className="only-wide text-right">
                  {state === "draft" ? null : formatNumber(known)}
                </td>
              </>
            )}
          </RowTable>
        </section>
      )}
    </Page>
  );
}
