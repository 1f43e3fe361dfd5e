import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { actingIdentity } from "~/access/identity";
import { listTokens, type TokenView, tokenForms } from "~/access/tokens/api-tokens.server";
import { Card, FormCard } from "~/components/card";
import { CopyButton } from "~/components/copy-button";
import { Frame, IntentButton, PostForm } from "~/components/field";
import { Menu } from "~/components/menu";
import { Notice } from "~/components/notice";
import { Command } from "~/components/page";
import { ACTIONS, ActionCell, LastTimeCell, RowTable } from "~/components/table";
import { Time } from "~/components/time";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { NoLoginPage, SettingsPage } from "~/settings/ui/settings-frame";

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

const FACTS = "API-Tokens geben Programmen Zugriff, ohne Passwort.";
const SCOPE_NAMES = { read: "nur lesen", full: "voller Zugriff" };
const SCOPES = Object.entries(SCOPE_NAMES).map(([value, label]) => ({ value, label }));

export default function TokensPage() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (page === null) return <NoLoginPage facts={FACTS} />;
  return (
    <SettingsPage facts={FACTS} ownForms={["create"]}>
      {result?.created && <FreshToken {...result.created} origin={page.origin} />}
      {page.tokens.length === 0 ? (
        <p className="mt-4 text-muted">Noch hat kein Programm einen API-Token.</p>
      ) : (
        <TokenTable tokens={page.tokens} />
      )}
      <Notice tone="info" className="mt-4">
        {page.hasEnvironmentToken &&
          "Ein weiterer Token mit vollem Zugriff steht in der Umgebung des Servers (APP_API_TOKEN) und lässt sich nur dort ändern."}
      </Notice>
      <FormCard
        title="Neuer API-Token"
        text="Für jedes Programm einen eigenen, benannt nach dem Programm."
        intent="create"
        label="API-Token erstellen"
        reply={result?.created ? undefined : replyTo(result, "create")}
        fields={[
          {
            name: "name",
            label: "Name",
            placeholder: "Auswertung",
            autoComplete: "off",
            maxLength: 200,
            required: true,
          },
          { name: "scope", label: "Darf", value: "read", options: SCOPES },
        ]}
      />
    </SettingsPage>
  );
}

/** The only time a new token is shown. @param origin `http://127.0.0.1:3000` */
function FreshToken({ name, token, origin }: { name: string; token: string; origin: string }) {
  const example = `curl -H "Authorization: Bearer ${token}" "${origin}/api/leads?pageSize=10"`;
  return (
    <div role="status">
      <Card
        className="mt-4 border-good break-words"
        title={`API-Token „${name}“`}
        text="Er wird nur jetzt gezeigt. Bitte gleich dort eintragen, wo er gebraucht wird."
      >
        <Frame id="token" label="Token" className="mt-3">
          <div className="flex items-center gap-1">
            <input id="token" className="input font-mono text-[13px]" value={token} readOnly />
            <CopyButton text={token} label="Token kopieren" />
          </div>
        </Frame>
        <p className="mt-3 mb-1 text-[13px] text-muted">Zum Ausprobieren</p>
        <div className="flex items-start gap-1">
          <Command className="min-w-0 grow">{example}</Command>
          <CopyButton text={example} label="Befehl kopieren" />
        </div>
      </Card>
    </div>
  );
}

function TokenTable({ tokens }: { tokens: readonly TokenView[] }) {
  return (
    <RowTable
      caption="API-Tokens"
      columns={["Name", "Erstellt", "Zuletzt verwendet", ACTIONS]}
      rows={tokens}
      keyOf={({ id }) => id}
      hasMenus
    >
      {({ id, name, scope, hint, createdAt, createdBy, lastUsedAt }) => (
        <>
          <td className="col-span-2">
            <span className="block font-medium wrap-anywhere">{name}</span>
            <span className="block text-[13px] text-muted">
              {SCOPE_NAMES[scope]} · <code className="text-[12px]">{hint}…</code>
            </span>
          </td>
          <td className="col-span-2 text-[13px] text-muted md:whitespace-nowrap md:text-[14px]">
            <span className="md:hidden">Erstellt </span>
            <Time iso={createdAt} day />
            <span className="text-[13px] md:block"> von {createdBy}</span>
          </td>
          <LastTimeCell label="Zuletzt verwendet" iso={lastUsedAt} />
          <ActionCell>
            <Menu label="Widerrufen" subject={name} align="end">
              <PostForm fields={{ tokenId: id }} className="menu-body text-left" reloadDocument>
                <p className="break-words">
                  Programme mit dem Token „{name}“ kommen danach nicht mehr herein. Das lässt sich
                  nicht zurücknehmen.
                </p>
                <IntentButton
                  intent="revoke"
                  label="Ja, widerrufen"
                  className="button button-bad"
                />
              </PostForm>
            </Menu>
          </ActionCell>
        </>
      )}
    </RowTable>
  );
}
