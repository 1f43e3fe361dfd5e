import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Upload } from "lucide-react";
import { z } from "zod";
import { FileField } from "~/components/file-field";
import { PageHeader } from "~/components/page-header";
import { numeric, Table } from "~/components/table";
import { Time } from "~/components/time";
import { formatNumber } from "~/format/german";
import { formAction, pageForm } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { FileSchema } from "~/http/read-form.server";
import { findRecentImports, type ImportView } from "~/imports/import-page.server";
import { storeImport, withImportFile } from "~/imports/imports.server";
import { ListPurposes } from "~/imports/ui/list-purposes";
import { JOB_STATES } from "~/jobs/job-words";
import { NewLeads } from "~/jobs/ui/job-card-parts";
import { MAX_COLUMNS, MAX_FILE_MEGABYTES, MAX_ROWS } from "~/tables/fields";

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
      const id = await withImportFile(datei, (list) =>
        storeImport(services.db, datei.name, list, actor),
      );
      return { to: `/leadspeicher/import/${id}` };
    },
  });
  return formAction(request, { "": upload });
}

export default function ImportPage() {
  const { imports } = useLoaderData<typeof loader>();
  const [error] = Object.values(replyTo(useActionData<typeof action>(), "")?.errors ?? {});
  return (
    <main className="p-4 md:p-6">
      <PageHeader
        title="Liste importieren"
        facts="Eine eigene Liste in den Leadspeicher übernehmen. Bekannte Firmen werden nur ergänzt, nie überschrieben."
      >
        <Link className="button" to="/leadspeicher">
          Zum Leadspeicher
        </Link>
      </PageHeader>
      <ListPurposes />
      <UploadForm error={error} />
      <RecentImports imports={imports} />
    </main>
  );
}

function UploadForm({ error }: { error: string | undefined }) {
  const isSending = useNavigation().formAction === "/leadspeicher/import";
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="card mt-4 max-w-[720px] p-4"
      noValidate
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        <FileField
          maxMegabytes={MAX_FILE_MEGABYTES}
          id="datei"
          name="datei"
          label="Datei"
          error={error}
          hintId="datei-hinweis"
        />
        <button type="submit" className="button button-primary sm:mt-6" disabled={isSending}>
          <Upload size={16} aria-hidden />
          {isSending ? "Wird gelesen …" : "Hochladen und prüfen"}
        </button>
      </div>
      <div id="datei-hinweis" className="mt-3 text-[13px] text-muted">
        <p>
          Excel (.xlsx) oder CSV mit Semikolon, Komma oder Tabulator, in UTF-8 oder Windows-1252.
          Höchstens {MAX_FILE_MEGABYTES} MB, {formatNumber(MAX_ROWS)} Zeilen und {MAX_COLUMNS}{" "}
          Spalten.
        </p>
        <p className="mt-1">
          Eine Zeile nennt die Spalten, Titel darüber stören nicht. Jede Firma braucht eine Website,
          eine Domain oder eine eigene E-Mail-Adresse. Importiert wird erst nach der Prüfung.
        </p>
      </div>
    </Form>
  );
}

const STATES: Record<ImportView["state"], { label: string; badge: string }> = {
  ...JOB_STATES,
  draft: { label: "noch nicht importiert", badge: "badge" },
  complete: { label: "importiert", badge: "badge badge-good" },
  undoing: { label: "wird rückgängig gemacht", badge: "badge" },
  undone: { label: "rückgängig gemacht", badge: "badge badge-warn" },
};

function RecentImports({ imports }: { imports: readonly ImportView[] }) {
  if (imports.length === 0) return null;
  return (
    <section className="mt-6">
      <h2>Frühere Importe</h2>
      <Table
        caption="Frühere Importe"
        columns={["Datei", "Stand", "Hochgeladen", numeric("Neu"), numeric("Bereits vorhanden")]}
        className="mt-2"
      >
        {imports.map(({ id, jobId, fileName, state, createdAt, fresh, known }) => (
          <tr key={id}>
            <td className="md:max-w-[360px]">
              <Link
                to={`/leadspeicher/import/${id}`}
                className="block truncate font-medium no-underline hover:underline"
              >
                {fileName}
              </Link>
            </td>
            <td className="whitespace-nowrap text-right md:text-left">
              <span className={STATES[state].badge}>{STATES[state].label}</span>
            </td>
            <td className="whitespace-nowrap text-[13px] text-muted md:text-[14px] md:text-text">
              <Time iso={createdAt} />
            </td>
            <td className="only-wide text-right">
              {jobId === null ? null : (
                <NewLeads jobs={[{ id: jobId, storedNew: fresh }]} words={formatNumber(fresh)} />
              )}
            </td>
            <td className="only-wide text-right">
              {state === "draft" ? null : formatNumber(known)}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
