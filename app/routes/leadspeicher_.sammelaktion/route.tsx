import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { IntentButton } from "~/components/field";
import { PageHeader } from "~/components/page-header";
import { flashHeaders } from "~/http/flash.server";
import { formAction } from "~/http/form.server";
import { askBulk, bulkForms } from "~/leads/bulk/bulk-forms.server";

export const meta: MetaFunction = () => [{ title: "Sammelaktion – Leadspeicher" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const question = await askBulk(services, new URL(request.url).searchParams);
  if (question !== null) return question;
  const headers = await flashHeaders({
    tone: "warn",
    text: "Die Sammelaktion oder ein Filter in der Adresse gilt nicht. Nichts wurde geändert.",
  });
  throw redirect("/leadspeicher", { headers });
}

/** Bulk actions and the buttons of single rows: the form around the list, and the confirmed question. */
export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  return formAction(request, bulkForms(services, actor));
}

export default function BulkQuestionPage() {
  const { action, tag, count, label, filter } = useLoaderData<typeof loader>();
  const isBusy = useNavigation().state !== "idle";
  const back = `/leadspeicher${filter === "" ? "" : `?${filter}`}`;
  const isDeletion = action === "delete";
  return (
    <main className="max-w-[720px] p-4 md:p-6">
      <PageHeader title={`${label}?`} />
      <p className="mt-2 text-muted">
        {count === 0
          ? "Der Filter trifft keinen Lead mehr."
          : "Betroffen sind alle Treffer des Filters, auch die auf anderen Seiten der Liste."}
        {isDeletion && count > 0
          ? " Sie liegen danach 30 Tage im Papierkorb und lassen sich von dort zurückholen."
          : ""}
        {action === "enrich" && count > 0
          ? " Die Websites werden gelesen und die Firmen danach beurteilt; für Leads ohne E-Mail wird eine gesucht. Das kann Guthaben kosten."
          : ""}
      </p>
      <Form method="post" className="mt-6 flex flex-wrap gap-2">
        <input type="hidden" name="scope" value="all" />
        <input type="hidden" name="tag" value={tag ?? ""} />
        <input type="hidden" name="filter" value={filter} />
        <input type="hidden" name="expectedCount" value={count} />
        <input type="hidden" name="back" value={back} />
        {count === 0 ? null : (
          <IntentButton
            intent={action}
            className={`button ${isDeletion ? "button-bad" : "button-primary"}`}
            disabled={isBusy}
          >
            {label}
          </IntentButton>
        )}
        <Link className="button" to={back}>
          Abbrechen
        </Link>
      </Form>
    </main>
  );
}
