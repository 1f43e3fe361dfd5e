import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { data, useActionData, useLoaderData } from "@remix-run/react";
import { Notice } from "~/components/notice";
import { pageNumber } from "~/http/paging";
import { readForm } from "~/http/read-form.server";
import { FINDER_KEY } from "~/jobs/kinds/contacts";
import { unavailableReason } from "~/jobs/kinds/unavailable-reason.server";
import { findPipelineRuns } from "~/jobs/progress/pipeline-runs.server";
import { NO_CHOSEN_COLUMNS } from "~/pipelines/contacts/contact-columns.server";
import {
  findContactsDraft,
  LOST_LIST,
  readContactsFile,
  startContacts,
  storeContactsUpload,
} from "~/pipelines/contacts/start-contacts.server";
import { readCategory } from "~/pipelines/emails/decision-makers";
import { PipelinePage } from "~/pipelines/ui/pipeline-page";
import { isRefusal, Refusal } from "~/refusal";
import { MissingKeyNotice } from "~/settings/ui/settings-hint";
import { ColumnsForm } from "./columns-form";
import { UploadForm } from "./upload-form";

export const meta: MetaFunction = () => [{ title: "CSV – Leadspeicher" }];

const PATH = "/pipelines/csv";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const listId = searchParams.get("liste");
  const runs = await findPipelineRuns(services.db, "contacts", pageNumber(searchParams));
  const draft =
    listId === null
      ? null
      : await findContactsDraft(services.db, listId, {
          domainColumn: searchParams.get("domainColumn") ?? undefined,
          companyColumn: searchParams.get("companyColumn") ?? undefined,
        });
  return {
    runs,
    obstacle: await unavailableReason(services, [FINDER_KEY]),
    draft,
    noColumns:
      draft !== null && draft.domainColumn === null && draft.companyColumn === null
        ? NO_CHOSEN_COLUMNS
        : null,
    lost: listId !== null && draft === null ? LOST_LIST : null,
    category: readCategory(searchParams.get("category")) ?? "ceo",
  };
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

interface Fault {
  file?: string;
  category?: string;
  columns?: string;
  form?: string;
}

/** What was wrong, with what was chosen: the form comes back as it was sent. */
function faults(fault: Fault, status: number, form: FormData) {
  const sent = {
    category: text(form, "category"),
    domainColumn: text(form, "domainColumn"),
    companyColumn: text(form, "companyColumn"),
  };
  return data({ fault, sent }, { status });
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const form = await readForm(request);
  const intent = form.get("intent");
  const category = readCategory(form.get("category"));
  if (intent !== "upload" && intent !== "start")
    throw new Refusal(400, "Diese Aktion gibt es hier nicht.");
  if (category === null)
    return faults({ category: "Eine Funktion aus der Liste wählen." }, 422, form);
  try {
    if (intent === "upload") {
      const file = form.get("file");
      if (!(file instanceof File) || (file.name === "" && file.size === 0))
        return faults({ file: "Eine Datei auswählen." }, 422, form);
      const { table } = await readContactsFile(file);
      const id = await storeContactsUpload(services.db, file.name, table, actor);
      return redirect(`${PATH}?liste=${id}&category=${category}`);
    }
    const columns = {
      domainColumn: text(form, "domainColumn"),
      companyColumn: text(form, "companyColumn"),
    };
    if (columns.domainColumn === "" && columns.companyColumn === "")
      return faults({ columns: NO_CHOSEN_COLUMNS }, 422, form);
    const order = { uploadId: text(form, "liste"), ...columns, category };
    const job = await startContacts(services, order, actor);
    return redirect(`/ergebnisse/${job.id}`);
  } catch (error) {
    if (isRefusal(error, 409)) return faults({ form: error.message }, 409, form);
    if (!isRefusal(error, 422)) throw error;
    const message = `${error.message} Nichts wurde gestartet.`;
    return faults(intent === "upload" ? { file: message } : { columns: message }, 422, form);
  }
}

export default function ContactsPage() {
  const { runs, obstacle, draft, noColumns, lost, category } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const fault: Fault = result?.fault ?? {};
  const sent = result?.sent;
  const columnsFault = fault.columns ?? noColumns ?? undefined;
  // Without its list the second step has no fields to stand at.
  const lostFault = draft === null ? (fault.columns ?? lost) : null;
  const missing = fault.form ?? obstacle;
  return (
    <PipelinePage
      title="CSV"
      facts="Zu den Firmen einer eigenen Liste Ansprechpersonen mit E-Mail suchen."
      path={PATH}
      kind="contacts"
      runs={runs}
    >
      <MissingKeyNotice reason={missing} card="anymailfinder" />
      <Notice className="mb-4 max-w-[720px]">{lostFault}</Notice>
      {draft === null ? (
        <UploadForm path={PATH} category={sent?.category ?? category} fault={fault} />
      ) : (
        <ColumnsForm
          path={PATH}
          draft={draft}
          category={sent?.category ?? category}
          sent={sent}
          fault={{ ...fault, columns: columnsFault }}
        />
      )}
    </PipelinePage>
  );
}
