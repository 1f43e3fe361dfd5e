import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { data, useActionData, useLoaderData } from "@remix-run/react";
import { sessionHeaders } from "~/access/sign-in/authenticate.server";
import { signOut } from "~/access/sign-in/sessions.server";
import { isSignInPossible } from "~/access/sign-in/sign-in.server";
import { pathAfterSignIn, signInForms } from "~/access/sign-in/sign-in-form.server";
import { redeemStartLink } from "~/access/sign-in/start-link.server";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { SignInForm, SpentLink, StartLinkHint } from "./sign-in-form";

export const meta: MetaFunction = () => [{ title: "Anmelden – Leadspeicher" }];

/** How long to wait after too many tries. */
export const headers: HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers();
  const retryAfter = actionHeaders.get("Retry-After");
  if (retryAfter !== null) headers.set("Retry-After", retryAfter);
  return headers;
};

/** Headers that give the browser its new session; the one it had before ends. */
async function enter({ services, identity, client }: AppLoadContext, cookieValue: string) {
  if (identity?.kind === "session") await signOut(services.access, identity);
  return sessionHeaders(cookieValue, client);
}

function visitorOf(request: Request, { client }: AppLoadContext) {
  return { address: client.address, userAgent: request.headers.get("user-agent") };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, identity } = context;
  const { searchParams } = new URL(request.url);
  const path = pathAfterSignIn(searchParams.get("weiter"));
  const link = searchParams.get("link");
  // Whoever only asks for the head (a preview) must not use the link up.
  const isRedeeming = link !== null && request.method === "GET" && !services.isDemo;
  if (isRedeeming) {
    const visitor = visitorOf(request, context);
    const session = await redeemStartLink(services.access, link, visitor, Date.now());
    if (session !== null) throw redirect(path, { headers: await enter(context, session) });
  }
  if (identity !== null) throw redirect(path);
  const hasForm = await isSignInPossible(services.access);
  return data({ path, hasForm, isLinkSpent: isRedeeming }, { status: isRedeeming ? 410 : 200 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = visitorOf(request, context);
  const start = (cookieValue: string) => enter(context, cookieValue);
  // The time after reading: whoever sends slowly would guess in the past.
  return formAction(request, () =>
    signInForms(context.services.access, { visitor, now: Date.now(), enter: start }),
  );
}

export default function SignInPage() {
  const { path, hasForm, isLinkSpent } = useLoaderData<typeof loader>();
  const reply = replyTo(useActionData<typeof action>(), "");
  return (
    <main className="flex min-h-dvh flex-col items-center p-4 before:flex-2 after:flex-3">
      <div className="w-full max-w-[384px]">
        <p className="mb-3 font-semibold text-[15px]">Leadspeicher</p>
        <div className="card p-4 md:p-6">
          <h1>Anmelden</h1>
          {isLinkSpent ? <SpentLink /> : null}
          {hasForm ? (
            <SignInForm path={path} reply={reply} />
          ) : (
            <StartLinkHint isLinkSpent={isLinkSpent} />
          )}
        </div>
      </div>
    </main>
  );
}
