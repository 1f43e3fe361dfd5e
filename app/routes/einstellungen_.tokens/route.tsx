import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { actingIdentity } from "~/access/identity";
import { listTokens } from "~/access/tokens/api-tokens.server";
import { tokenForms } from "~/access/tokens/tokens-form.server";
import { Choice, Field } from "~/components/field";
import { Notice } from "~/components/notice";
import { formAction } from "~/http/form.server";
import type { FieldReply } from "~/http/form-reply";
import { replyTo } from "~/http/form-reply";
import { readForm } from "~/http/read-form.server";
import { NoLoginNotice, SettingsFrame } from "~/settings/ui/settings-frame";
import { FreshToken } from "./fresh-token";
import { SCOPE_NAMES, TokenTable } from "./token-table";

export const meta: MetaFunction = () => [{ title: "API-Tokens – Leadspeicher" }];

export async function loader({ context: { services, client } }: LoaderFunctionArgs) {
  if (services.isDemo) return null;
  return {
    tokens: await listTokens(services.db),
    hasEnvironmentToken: services.access.environmentToken !== undefined,
    origin: `${client.isSecure ? "https" : "http"}://${client.host}`,
  };
}

export async function action({ request, context: { services, identity } }: ActionFunctionArgs) {
  const by = { identity: actingIdentity(identity), now: Date.now() };
  return formAction(await readForm(request), tokenForms(services.access, by));
}

export default function TokensPage() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <SettingsFrame facts="Mit einem API-Token kommen Programme ohne Passwort herein.">
      {page === null ? (
        <NoLoginNotice />
      ) : (
        <>
          {result?.created === undefined ? null : (
            <FreshToken {...result.created} origin={page.origin} />
          )}
          {page.tokens.length === 0 ? (
            <p className="mt-4 text-muted">Noch hat kein Programm einen API-Token.</p>
          ) : (
            <TokenTable tokens={page.tokens} />
          )}
          {page.hasEnvironmentToken ? (
            <Notice tone="info" className="mt-4">
              Ein weiterer Token mit vollem Zugriff steht in der Umgebung des Servers
              (APP_API_TOKEN) und lässt sich nur dort ändern.
            </Notice>
          ) : null}
          <NewTokenForm reply={result?.created ? undefined : replyTo(result, "create")} />
        </>
      )}
    </SettingsFrame>
  );
}

/** Makes a token for one program. */
function NewTokenForm({ reply }: { reply: FieldReply | undefined }) {
  return (
    <section className="mt-8" aria-labelledby="neu-titel">
      <h2 id="neu-titel">Neuer API-Token</h2>
      <p className="text-muted">Für jedes Programm einen eigenen, benannt nach dem Programm.</p>
      <Form method="post" className="card mt-2 p-4" reloadDocument>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            id="neu-name"
            name="name"
            label="Name"
            placeholder="Auswertung"
            autoComplete="off"
            maxLength={200}
            defaultValue={reply?.values.name ?? ""}
            error={reply?.errors.name}
            required
          />
          <Choice
            id="neu-scope"
            name="scope"
            label="Darf"
            value={reply?.values.scope ?? "read"}
            options={Object.entries(SCOPE_NAMES).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <button type="submit" name="intent" value="create" className="button button-primary mt-3">
          API-Token erstellen
        </button>
      </Form>
    </section>
  );
}
