import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { formAction } from "~/http/form.server";
import { bulkForms } from "~/leads/bulk/bulk-forms.server";

export function loader() {
  return redirect("/leadspeicher");
}

/** Bulk actions and row buttons of the list. */
export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  return formAction(request, bulkForms(services, actor));
}
