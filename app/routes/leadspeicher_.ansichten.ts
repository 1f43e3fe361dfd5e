import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { formAction } from "~/http/form.server";
import { layoutForm } from "~/leads/list/list-layout.server";
import { viewForms } from "~/leads/list/saved-views.server";

/** There is nothing to see here; the menus of the views and of the columns send their forms. */
export function loader() {
  return redirect("/leadspeicher");
}

/** Saves the shown list as a view, changes a view, or the columns of a person's lists. */
export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const columns = layoutForm(services.db, actor);
  return formAction(request, { ...viewForms(services.db, actor), columns });
}
