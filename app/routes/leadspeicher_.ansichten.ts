import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { formAction } from "~/http/form.server";
import { viewForms } from "~/leads/list/saved-views.server";

/** There is nothing to see here; the menu of the views sends its forms. */
export function loader() {
  return redirect("/leadspeicher");
}

/** Saves the shown list as a view, or takes a view away. */
export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  return formAction(request, viewForms(services.db, actor));
}
