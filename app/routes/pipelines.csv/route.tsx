import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Notice } from "~/components/notice";
import { formAction, pageForm } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { FileSchema } from "~/http/read-form.server";
import { ListPurposes } from "~/imports/ui/list-purposes";
import { FINDER_KEY } from "~/jobs/kinds/registry";
import { storeUpload } from "~/jobs/uploads.server";
import { CategorySchema, ContactsFormSchema } from "~/pipelines/contacts/contact-columns.server";
import {
  findContactsDraft,
  LOST_LIST,
  readContactsFile,
  startContacts,
} from "~/pipelines/contacts/start-contacts.server";
import { loadPipelinePage } from "~/pipelines/pipeline-page.server";
import { PipelinePage } from "~/pipelines/ui/pipeline-page";
import { MissingKeyNotice } from "~/settings/ui/settings-hint";
import { ColumnsForm } from "./columns-form";
import { UploadForm } from "./upload-form";

export const meta: MetaFunction = () => [{ title: "Entscheider finden – Leadspeicher" }];

const PATH = "/pipelines/csv";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const { searchParams } = url;
  const listId = searchParams.get("liste");
  const chosen = {
    domainColumn: searchParams.get("domainColumn") ?? undefined,
    companyColumn: searchParams.get("companyColumn") ?? undefined,
  };
  const draft = listId === null ? null : await findContactsDraft(services.db, listId, chosen);
  return {
    ...(await loadPipelinePage(services, url, "contacts", [FINDER_KEY])),
    draft,
    lost: listId !== null && draft === null ? LOST_LIST : null,
    category: CategorySchema.catch("ceo").parse(searchParams.get("category")),
  };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const note = "Nichts wurde gestartet.";
  const upload = pageForm({
    schema: z.object({ category: CategorySchema, file: FileSchema }),
    hidden: ["file"],
    note,
    async run({ file, category }) {
      const { table } = await readContactsFile(file);
      const id = await storeUpload(services.db, "contacts", file.name, table, actor);
      return { to: `${PATH}?liste=${id}&category=${category}` };
    },
  });
  const start = pageForm({
    schema: ContactsFormSchema,
    note,
    async run({ liste, ...order }) {
      const job = await startContacts(services, { uploadId: liste, ...order }, actor);
      return { to: `/ergebnisse/${job.id}` };
    },
  });
  return formAction(request, { upload, start });
}

export default function ContactsPage() {
  const { runs, unavailable, draft, lost, category } = useLoaderData<typeof loader>();
  const reply = replyTo(useActionData<typeof action>(), "upload", "start");
  const sent = reply?.values;
  const { category: categoryError, ...others } = reply?.errors ?? {};
  const listError = Object.values(others).at(0);
  const own = { path: PATH, category: sent?.category ?? category, categoryError };
  const missing = reply?.problem ?? unavailable;
  return (
    <PipelinePage
      title="Entscheider finden"
      facts="Zu den Firmen einer eigenen Liste Ansprechpersonen mit E-Mail suchen."
      path={PATH}
      ownForms={["upload", "start"]}
      intro={<ListPurposes />}
      runs={runs}
      isUnavailable={unavailable !== null}
    >
      <MissingKeyNotice reason={missing} card="anymailfinder" />
      <Notice className="mb-4 max-w-[720px]">{lost && (listError ?? lost)}</Notice>
      {draft === null ? (
        <UploadForm {...own} error={lost === null ? listError : undefined} />
      ) : (
        <ColumnsForm {...own} draft={draft} sent={sent} error={listError ?? draft.problem} />
      )}
    </PipelinePage>
  );
}
