import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PageHeader } from "~/components/page-header";
import { formAction, pageForm } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { FileSchema, readForm } from "~/http/read-form.server";
import { findRecentImports } from "~/imports/import-page.server";
import { readImportFile, storeImport } from "~/imports/imports.server";
import { RecentImports } from "./recent-imports";
import { UploadForm } from "./upload-form";

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
      const id = await storeImport(services.db, datei.name, await readImportFile(datei), actor);
      return { to: `/leadspeicher/import/${id}` };
    },
  });
  return formAction(await readForm(request), { "": upload });
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
      <UploadForm error={error} />
      <RecentImports imports={imports} />
    </main>
  );
}
