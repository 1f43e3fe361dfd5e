import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { Field, IntentButton, PostForm } from "~/components/field";
import { LinkButton, Page } from "~/components/page";
import { ExplainSchema, explainMissing } from "~/search/explain-missing.server";
import { normalizeText } from "~/text/clean-text";

export const meta: MetaFunction = () => [{ title: "Warum fehlt …? – Leadspeicher" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const sent = new URL(request.url).searchParams.get("q");
  const q = normalizeText(sent ?? "");
  const asked = ExplainSchema.safeParse({ q });
  if (!asked.success) {
    return { q, causes: [], problem: sent === null ? undefined : asked.error.issues[0]?.message };
  }
  return { ...(await explainMissing(services, asked.data.q)), problem: undefined };
}

export default function MissingPage() {
  const { q, causes, problem } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Warum fehlt …?"
      facts="Sagt von einer Firma, wo sie steht oder woran es lag, soweit der Leadspeicher es belegen kann."
      className="max-w-[720px] p-4 md:p-6"
    >
      <Form className="mt-4 flex items-start gap-3 max-md:flex-col max-md:*:w-full">
        <Field
          key={q}
          id="q"
          name="q"
          label="Name, Domain oder Webadresse"
          className="min-w-0 grow"
          placeholder="Stadtwerke Musterstadt"
          defaultValue={q}
          error={problem}
          required
        />
        <IntentButton label="Nachsehen" className="button button-primary md:mt-6" />
      </Form>
      <ul className="mt-4 space-y-3">
        {causes.map((cause, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences may repeat
          <li key={index} className="card p-4">
            <p className="wrap-anywhere">{cause.text}</p>
            <div className="mt-3 flex flex-wrap gap-2">
              {cause.links.map(({ label, to, send }) =>
                send === undefined ? (
                  // A whole load marks the row that the address names.
                  <LinkButton key={label} to={to} label={label} reloadDocument={to.includes("#")} />
                ) : (
                  <PostForm key={label} action={to} fields={send}>
                    <IntentButton label={label} />
                  </PostForm>
                ),
              )}
            </div>
          </li>
        ))}
      </ul>
    </Page>
  );
}
