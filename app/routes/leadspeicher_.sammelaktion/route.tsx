import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  replace,
} from "@remix-run/node";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { flashHeaders } from "~/http/flash.server";
import { readForm } from "~/http/read-form.server";
import { safePath } from "~/http/safe-redirect";
import { parseBulkForm } from "~/leads/bulk/bulk-form";
import { askBulk, NO_QUESTION, runPageBulk } from "~/leads/bulk/page-bulk.server";

export const meta: MetaFunction = () => [{ title: "Sammelaktion – Leadspeicher" }];

/** The question's address: the action under its own names, all else is the filter. */
function splitQuestion(searchParams: URLSearchParams) {
  const filter = new URLSearchParams(searchParams);
  filter.delete("aktion");
  filter.delete("mit");
  const order = new URLSearchParams({
    scope: "all",
    action: searchParams.get("aktion") ?? "",
    tag: searchParams.get("mit") ?? "",
  });
  return { order: parseBulkForm(order), filter };
}

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { order, filter } = splitQuestion(new URL(request.url).searchParams);
  const question = await askBulk(services, order, filter);
  if (question === null) {
    throw redirect("/leadspeicher", { headers: await flashHeaders(NO_QUESTION) });
  }
  return { ...question, filter: filter.toString() };
}

/** Bulk actions and the buttons of single rows: the form around the list, and the confirmed question. */
export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const form = await readForm(request);
  const order = parseBulkForm(form);
  const filter = new URLSearchParams(String(form.get("filter") ?? ""));
  const flash = await runPageBulk(services, order, filter, actor);
  if (flash === null && order.kind === "all") {
    filter.set("aktion", order.action);
    filter.set("mit", order.tag ?? "");
    return redirect(`/leadspeicher/sammelaktion?${filter}`);
  }
  // A row's own button shows what it did.
  const isSilent = form.has("row") && flash?.tone !== "warn";
  const headers = flash === null || isSilent ? {} : await flashHeaders(flash);
  if (form.has("stay")) return Response.json(null, { headers });
  const back = safePath(form.get("back"), "/leadspeicher");
  // The lead whose panel was open may be among the deleted ones.
  return replace(flash?.undo ? back.replace(/^\/leadspeicher\/[^?]*/, "/leadspeicher") : back, {
    headers,
  });
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
        <input type="hidden" name="action" value={action} />
        <input type="hidden" name="tag" value={tag ?? ""} />
        <input type="hidden" name="filter" value={filter} />
        <input type="hidden" name="expectedCount" value={count} />
        <input type="hidden" name="back" value={back} />
        {count === 0 ? null : (
          <button
            type="submit"
            className={`button ${isDeletion ? "button-bad" : "button-primary"}`}
            disabled={isBusy}
          >
            {label}
          </button>
        )}
        <Link className="button" to={back}>
          Abbrechen
        </Link>
      </Form>
    </main>
  );
}
