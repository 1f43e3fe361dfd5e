import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { actingIdentity } from "~/access/identity";
import { listTokens, type TokenView, tokenForms } from "~/access/tokens/api-tokens.server";
import { CopyButton } from "~/components/copy-button";
import { Choice, Field, IntentButton } from "~/components/field";
import { Menu } from "~/components/menu";
import { Notice } from "~/components/notice";
import { ACTIONS, Table } from "~/components/table";
import { Time } from "~/components/time";
import { formAction } from "~/http/form.server";
import { type FieldReply, replyTo } from "~/http/form-reply";
import { NoLoginNotice, SettingsFrame } from "~/settings/ui/settings-frame";

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
    <SettingsFrame facts="API-Tokens geben Programmen Zugriff, ohne Passwort.">
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
        <pre className="min-w-0 grow rounded-md border border-line bg-sunken px-3 py-2 font-mono text-[13px] whitespace-pre-wrap wrap-anywhere">
          {example}
        </pre>
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

const SCOPE_NAMES = { read: "nur lesen", full: "voller Zugriff" };

/** The tokens of programs, each with the question that ends it. */
function TokenTable({ tokens }: { tokens: readonly TokenView[] }) {
  return (
    <Table
      caption="API-Tokens"
      columns={["Name", "Erstellt", "Zuletzt verwendet", ACTIONS]}
      className="mt-4"
      hasMenus
    >
      {tokens.map((token) => (
        <tr key={token.id}>
          <td className="col-span-2">
            <span className="block font-medium wrap-anywhere">{token.name}</span>
            <span className="block text-[13px] text-muted">
              {SCOPE_NAMES[token.scope]} · <code className="text-[12px]">{token.hint}…</code>
            </span>
          </td>
          <td className="col-span-2 text-[13px] text-muted md:whitespace-nowrap md:text-[14px]">
            <span className="md:hidden">Erstellt </span>
            <Time iso={token.createdAt} day />
            <span className="text-[13px] md:block"> von {token.createdBy}</span>
          </td>
          <td className="col-span-2 text-[13px] text-muted md:text-[14px] lg:whitespace-nowrap">
            <span className="md:hidden">Zuletzt verwendet: </span>
            {token.lastUsedAt === null ? "noch nie" : <Time iso={token.lastUsedAt} />}
          </td>
          <td className="col-span-2 md:text-right">
            <div className="mt-2 md:mt-0">
              <RevokeMenu token={token} />
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function RevokeMenu({ token: { id, name } }: { token: TokenView }) {
  const label = (
    <>
      Widerrufen<span className="sr-only">: {name}</span>
    </>
  );
  return (
    <Menu label={label} align="end">
      <Form method="post" className="menu-body text-left" reloadDocument>
        <input type="hidden" name="tokenId" value={id} />
        <p className="break-words">
          Programme mit dem Token „{name}“ kommen danach nicht mehr herein. Das lässt sich nicht
          zurücknehmen.
        </p>
        <IntentButton intent="revoke" className="button button-bad">
          Ja, widerrufen
        </IntentButton>
      </Form>
    </Menu>
  );
}
