import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { actingIdentity } from "~/access/identity";
import { listTokens } from "~/access/tokens/api-tokens.server";
import { tokenForms } from "~/access/tokens/tokens-form.server";
import { CopyButton } from "~/components/copy-button";
import { Choice, Field, IntentButton } from "~/components/field";
import { Notice } from "~/components/notice";
import { formAction } from "~/http/form.server";
import { type FieldReply, replyTo } from "~/http/form-reply";
import { NoLoginNotice, SettingsFrame } from "~/settings/ui/settings-frame";
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
  return formAction(request, tokenForms(services.access, by));
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

/** A token right after it was made: the only time that it is shown. */
function FreshToken({
  name,
  token,
  origin,
}: {
  name: string;
  token: string;
  /** `http://127.0.0.1:3000` */
  origin: string;
}) {
  const example = `curl -H "Authorization: Bearer ${token}" "${origin}/api/leads?pageSize=10"`;
  return (
    <section className="card mt-4 border-good p-4" aria-labelledby="token-titel" role="status">
      <h2 id="token-titel" className="break-words">
        API-Token „{name}“
      </h2>
      <p className="text-muted">
        Er wird nur jetzt gezeigt. Bitte gleich dort eintragen, wo er gebraucht wird.
      </p>
      <label htmlFor="token" className="mt-3 mb-1 block text-[13px] text-muted">
        Token
      </label>
      <div className="flex items-center gap-1">
        <input id="token" className="input font-mono text-[13px]" value={token} readOnly />
        <CopyButton text={token} label="Token kopieren" />
      </div>
      <p className="mt-3 mb-1 text-[13px] text-muted">Zum Ausprobieren</p>
      <div className="flex items-start gap-1">
        <pre className="command min-w-0 grow">{example}</pre>
        <CopyButton text={example} label="Befehl kopieren" />
      </div>
    </section>
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
        <IntentButton intent="create" className="button button-primary mt-3">
          API-Token erstellen
        </IntentButton>
      </Form>
    </section>
  );
}
