import { type ActionFunctionArgs, redirect, replace } from "@remix-run/node";
import { exportSelectedLeads } from "~/exports/exports.server";
import { flashHeaders } from "~/http/flash.server";
import { readForm } from "~/http/read-form.server";
import { safePath } from "~/http/safe-redirect";

/** There is nothing to see here; the form around the list sends its selection. */
export function loader() {
  return redirect("/leadspeicher");
}

/** The selected leads as an Excel file; all hits of the filter where these are selected. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const form = await readForm(request);
  if (form.get("scope") === "all") {
    return redirect(`/api/leads/export?${new URLSearchParams(String(form.get("filter") ?? ""))}`);
  }
  const ids = form.getAll("id").filter((id) => typeof id === "string");
  if (ids.length > 0) return exportSelectedLeads(services, ids);
  const headers = await flashHeaders({
    tone: "warn",
    text: "Kein Lead ist ausgewählt. Bitte zuerst Zeilen ankreuzen.",
  });
  return replace(safePath(form.get("back"), "/leadspeicher"), { headers });
}
