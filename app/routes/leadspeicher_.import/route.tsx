import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { data, Link, useActionData, useLoaderData } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { readForm } from "~/http/read-form.server";
import { findRecentImports } from "~/imports/import-page.server";
import { readImportFile, storeImport } from "~/imports/imports.server";
import { isRefusal } from "~/refusal";
import { RecentImports } from "./recent-imports";
import { UploadForm } from "./upload-form";

export const meta: MetaFunction = () => [{ title: "Liste importieren – Leadspeicher" }];

const RECENT = 20;

export async function loader({ context: { services } }: LoaderFunctionArgs) {
  return { imports: await findRecentImports(services.db, RECENT) };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const file = (await readForm(request)).get("datei");
  if (!(file instanceof File) || (file.name === "" && file.size === 0)) {
    return data({ error: "Eine Datei auswählen." }, { status: 422 });
  }
  try {
    const id = await storeImport(services.db, file.name, await readImportFile(file), actor);
    return redirect(`/leadspeicher/import/${id}`);
  } catch (error) {
    if (!isRefusal(error, 422)) throw error;
    return data({ error: `${error.message} Nichts wurde importiert.` }, { status: 422 });
  }
}

export default function ImportPage() {
  const { imports } = useLoaderData<typeof loader>();
  const error = useActionData<typeof action>()?.error;
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
      <UploadForm error={error} />
      <RecentImports imports={imports} />
    </main>
  );
}
