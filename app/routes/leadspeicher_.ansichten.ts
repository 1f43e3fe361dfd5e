import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { formAction } from "~/http/form.server";
import { layoutForm } from "~/leads/list/list-layout.server";
import { viewForms } from "~/leads/list/saved-views.server";

/** No page here; the menus of views and columns post to it. */
export function loader() {
  return redirect("/leadspeicher");
}

/** Saves or changes a view, or a user's columns. */
export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const columns = layoutForm(services.db, actor);
  return formAction(request, { ...viewForms(services.db, actor), columns });
}
