import { type ActionFunctionArgs, redirect, replace } from "@remix-run/node";
import { flashHeaders } from "~/http/flash.server";
import { readForm } from "~/http/read-form.server";
import { safePath } from "~/http/safe-redirect";
import { runViewForm } from "~/leads/list/saved-views.server";

/** There is nothing to see here; the menu of the views sends its forms. */
export function loader() {
  return redirect("/leadspeicher");
}

/** Saves the shown list as a view, or takes a view away. */
export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const form = await readForm(request);
  const flash = await runViewForm(services.db, form, { actor, now: Date.now() });
  return replace(safePath(form.get("back"), "/leadspeicher"), {
    headers: await flashHeaders(flash),
  });
}
