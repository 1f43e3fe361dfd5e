import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { actingIdentity } from "~/access/identity";
import { listTokens } from "~/access/tokens/api-tokens.server";
import { tokenForms } from "~/access/tokens/tokens-form.server";
import { Notice } from "~/components/notice";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { readForm } from "~/http/read-form.server";
import { NoLoginNotice, SettingsFrame } from "~/settings/ui/settings-frame";
import { FreshToken } from "./fresh-token";
import { NewTokenForm } from "./new-token-form";
import { TokenTable } from "./token-table";

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
