import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { IntentButton } from "~/components/field";
import { LinkButton, Page } from "~/components/page";
import { formAction } from "~/http/form.server";
import { type MergeReply, mergeForm, previewMerge } from "~/leads/merge/merge-forms.server";

export const meta: MetaFunction = () => [{ title: "Zusammenführen – Leadspeicher" }];

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const otherId = new URL(request.url).searchParams.get("mit") ?? "";
  return previewMerge(services, params.leadId ?? "", otherId);
}

export async function action({
  request,
  params,
  context: { services, actor },
}: ActionFunctionArgs) {
  const merge = mergeForm(services.db, params.leadId ?? "", actor);
  return formAction<MergeReply>(request, { merge });
}

export default function MergePage() {
  const { lead, other, open, filled } = useLoaderData<typeof loader>();
  const taken = useActionData<typeof action>()?.taken;
  return (
    <Page
      title="Zusammenführen"
      facts={`${other.domain} geht in ${lead.domain} auf. Beide Domains finden dann diesen Lead, Exporte nennen ${lead.domain}.`}
      actions={
        <>
          <LinkButton
            to={`/leadspeicher/${other.id}/zusammenfuehren?mit=${lead.id}`}
            label="Umgekehrt"
          />
          <LinkButton to={`/leadspeicher/${lead.id}`} label="Zum Lead" />
        </>
      }
    >
      <Form method="post" className="max-w-[960px]" reloadDocument key={lead.tag + other.tag}>
        <input type="hidden" name="otherId" value={other.id} />
        <input type="hidden" name="seen" value={lead.tag} />
        <input type="hidden" name="seen" value={other.tag} />
        <div className="card mt-4 divide-y divide-line empty:hidden">
          {open.map(({ field, name, texts, isTaken }) => (
            <fieldset key={field} className="grid gap-x-4 p-3 sm:grid-cols-[120px_1fr_1fr]">
              <legend className="sr-only">{name}</legend>
              <span className="py-1 text-[13px] text-muted" aria-hidden>
                {name}
              </span>
              {[lead, other].map((side, at) => (
                <label key={side.id} className="flex min-w-0 cursor-pointer items-start gap-2 py-1">
                  <input
                    type="radio"
                    name={`stay-${field}`}
                    value={at === 0 ? "own" : "other"}
                    className="mt-1 flex-none"
                    defaultChecked={(at === 1) === (taken?.includes(field) ?? isTaken)}
                  />
                  <span className="min-w-0 wrap-anywhere">
                    {texts[at]}
                    <span className="block text-[13px] text-muted">{side.domain}</span>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
        <p className="mt-4">
          {open.length > 0 && "Der andere Wert bleibt als Beleg. "}
          Notizen, Ansprechpersonen, E-Mails, Telefonnummern, Tags, Verlauf, Quellen und Ergebnisse
          beider Leads bleiben.
          {filled.length > 0 && ` ${other.domain} ergänzt:`}
        </p>
        <ul className="mt-1 text-muted">
          {filled.map(({ field, name, texts }) => (
            <li key={field} className="wrap-anywhere">
              {name}: {texts[1]}
            </li>
          ))}
        </ul>
        <IntentButton
          intent="merge"
          label="Zusammenführen"
          className="button button-primary mt-4"
        />
      </Form>
    </Page>
  );
}
