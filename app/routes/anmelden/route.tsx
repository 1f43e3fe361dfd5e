import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { data, useActionData, useLoaderData } from "@remix-run/react";
import { sentDevice, sessionHeaders } from "~/access/sign-in/authenticate.server";
import { signOut } from "~/access/sign-in/sessions.server";
import { isSignInPossible, pathAfterSignIn, signInForms } from "~/access/sign-in/sign-in.server";
import { redeemStartLink } from "~/access/sign-in/start-link.server";
import {
  Field,
  fieldProps,
  IntentButton,
  PasswordField,
  PostForm,
  USER_NAME,
} from "~/components/field";
import { Notice } from "~/components/notice";
import { Command } from "~/components/page";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";

export const meta: MetaFunction = () => [{ title: "Anmelden – Leadspeicher" }];

/** Ends the browser's previous session. @returns headers that set the new one */
async function enter({ services, identity, client }: AppLoadContext, cookieValue: string) {
  if (identity?.kind === "session") await signOut(services.access, identity, Date.now());
  return sessionHeaders(services.access, cookieValue, client);
}

async function visitorOf({ headers }: Request, { client, services }: AppLoadContext) {
  const device = await sentDevice(services.access, headers.get("cookie"), client);
  return { address: client.address, userAgent: headers.get("user-agent"), device };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, identity } = context;
  const { searchParams } = new URL(request.url);
  const path = pathAfterSignIn(searchParams.get("weiter"));
  const link = searchParams.get("link");
  // A HEAD request, such as a link preview, must not use up the link.
  const isRedeeming = link !== null && request.method === "GET" && !services.isDemo;
  if (isRedeeming) {
    const visitor = await visitorOf(request, context);
    const session = await redeemStartLink(services.access, link, visitor, Date.now());
    if (session !== null) throw redirect(path, { headers: await enter(context, session) });
  }
  if (identity !== null) throw redirect(path);
  const hasForm = await isSignInPossible(services.access);
  return data({ path, hasForm, isLinkSpent: isRedeeming }, { status: isRedeeming ? 410 : 200 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await visitorOf(request, context);
  const start = (cookieValue: string) => enter(context, cookieValue);
  // Takes the time after reading the body, so that slow senders cannot backdate a try.
  return formAction(request, () =>
    signInForms(context.services.access, { visitor, now: Date.now(), enter: start }),
  );
}

const LINK_HINT =
  "Noch hat niemand ein Passwort. Anmelden mit dem Link, den der Server beim Start anzeigt. Er gilt 30 Minuten und nur einmal.";

export default function SignInPage() {
  const { path, hasForm, isLinkSpent } = useLoaderData<typeof loader>();
  const reply = replyTo(useActionData<typeof action>(), "");
  const name = reply?.values.name ?? "";
  return (
    <main className="flex min-h-dvh flex-col items-center p-4 before:flex-2 after:flex-3">
      <div className="w-full max-w-[384px]">
        <p className="mb-3 font-semibold text-[15px]">Leadspeicher</p>
        <div className="card p-4 md:p-6">
          <h1>Anmelden</h1>
          {/* The start link is used, expired or unknown. */}
          {isLinkSpent ? (
            <Notice className="mt-3">
              Dieser Link wurde schon benutzt oder ist abgelaufen. Einen neuen gibt auf dem Server{" "}
              <code className="whitespace-nowrap">npm run login-link</code> aus.
            </Notice>
          ) : null}
          {hasForm ? (
            // A new document, since this page was loaded without the user's data.
            <PostForm
              fields={{ weiter: reply?.values.weiter ?? path }}
              action="/anmelden"
              reloadDocument
              className="mt-4"
            >
              <Notice tone="bad" className="mb-4">
                {reply?.errors.password}
              </Notice>
              <Field
                {...USER_NAME}
                {...fieldProps(reply, "name")}
                id="name"
                label="Name"
                autoComplete="username"
                autoFocus={name === ""}
              />
              <PasswordField
                id="password"
                name="password"
                label="Passwort"
                className="mt-3"
                autoComplete="current-password"
                autoFocus={name !== ""}
              />
              <IntentButton label="Anmelden" className="button button-primary mt-4 w-full" />
              <p className="mt-4 text-[13px] text-muted">
                Passwort vergessen? Ein Administrator setzt unter „Benutzer“ ein neues.
                {isLinkSpent ? null : (
                  <>
                    {" "}
                    Auf dem Server hilft{" "}
                    <code className="whitespace-nowrap">npm run login-link</code>.
                  </>
                )}
              </p>
            </PostForm>
          ) : (
            <div className="mt-3 space-y-3 text-muted">
              <p>{LINK_HINT}</p>
              {isLinkSpent ? null : (
                <div>
                  <p>Einen neuen Link gibt dieser Befehl auf dem Server aus:</p>
                  <Command className="mt-2 text-text">npm run login-link</Command>
                </div>
              )}
              <p>Ein Passwort lässt sich danach unter „Einstellungen“ → „Mein Konto“ festlegen.</p>
            </div>
          )}
        </div>
      </div>
    </main>
  );
}
