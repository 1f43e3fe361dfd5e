import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { MAX_EXPORT_IDS } from "~/exports/api.server";
import { formAction, pageForm } from "~/http/form.server";
import { safePath } from "~/http/safe-redirect";
import { Refusal } from "~/refusal";

/** There is nothing to see here; the form around the list sends its selection. */
export function loader() {
  return redirect("/leadspeicher");
}

const UNUSABLE = "Die Auswahl gilt nicht. Bitte die Seite neu laden.";

/** The selected leads as an Excel file; all hits of the filter where these are selected. */
const exportForm = pageForm({
  schema: z.object({
    scope: z.enum(["page", "all"], UNUSABLE).default("page"),
    filter: z.string(UNUSABLE).default(""),
    id: z.array(z.string(UNUSABLE), UNUSABLE).max(MAX_EXPORT_IDS, UNUSABLE).default([]),
  }),
  refusedTo: (form) => ({ back: safePath(form.get("back"), "/leadspeicher") }),
  async run({ scope, filter, id }) {
    if (scope === "page" && id.length === 0) {
      throw new Refusal(422, "Kein Lead ist ausgewählt. Bitte zuerst Zeilen ankreuzen.");
    }
    const query = scope === "all" ? filter : { ids: id.join(",") };
    return { to: `/api/leads/export?${new URLSearchParams(query)}` };
  },
});

export async function action({ request }: ActionFunctionArgs) {
  return formAction(request, { "": exportForm });
}
