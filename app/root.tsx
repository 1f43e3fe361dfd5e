import {
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { type Identity, isAdministrator } from "./access/identity";
import { AppShell } from "./components/app-shell";
import { ErrorMessage } from "./components/error-message";
import { NonceContext } from "./components/nonce";
import { NavigationProgress } from "./components/run-progress";
import { TimeZoneContext } from "./components/time";
import { Toast } from "./components/toast";
import type { Services } from "./composition.server";
import { takeFlash } from "./http/flash.server";
import { findOpenRunList } from "./jobs/find-jobs.server";
import { findServiceStatus } from "./settings/settings-page.server";
import { KeysContext, MaySetUpContext, OsmContactContext } from "./settings/ui/settings-hint";
import stylesheet from "./tailwind.css";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = ({ error }) => [
  { title: error ? "Nicht verfügbar – Leadspeicher" : "Leadspeicher" },
];

export async function loader({ request, context: { services, identity } }: LoaderFunctionArgs) {
  const [shell, taken] = await Promise.all([findShellData(services, identity), takeFlash(request)]);
  const page = { timeZone: services.timeZone, flash: taken?.flash ?? null, shell };
  return data(page, taken === null ? {} : { headers: taken.headers });
}

/** Row buttons and fields that save by themselves set no flash, so the root data need not reload. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod = "GET",
  formData,
  actionStatus = 200,
}: ShouldRevalidateFunctionArgs): boolean {
  if (formData?.has("stay")) return actionStatus >= 400 || formData.get("stay") === "panel";
  const isPanel =
    formMethod === "GET" &&
    currentUrl.pathname !== nextUrl.pathname &&
    currentUrl.search === nextUrl.search &&
    [currentUrl, nextUrl].every(({ pathname }) => pathname.startsWith("/leadspeicher"));
  return !isPanel;
}

async function findShellData(services: Services, identity: Identity | null) {
  if (identity === null) return null;
  const [openRuns, osmContact, marks] = await Promise.all([
    findOpenRunList(services.db),
    services.findOsmContact(),
    findServiceStatus(services, Date.now()),
  ]);
  return {
    isDemo: services.isDemo,
    isAdministrator: isAdministrator(identity),
    userName: identity.kind === "session" ? identity.actor : null,
    openRuns,
    hasOsmContact: osmContact !== null,
    services: marks,
  };
}

/** Seconds between reloads of a page with a running job, without JavaScript. */
const REFRESH_SECONDS = 2;

function isFollowingJob(data: unknown): boolean {
  return (
    typeof data === "object" && data !== null && "isFollowing" in data && data.isFollowing === true
  );
}

/** Strangers get no scripts of the product. */
const PAGE_WITHOUT_SCRIPTS = "routes/anmelden";

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const root = useRouteLoaderData<typeof loader>("root");
  const shell = root?.shell ?? null;
  const progress = new Map(shell?.openRuns.map(({ id, progress }) => [id, progress]));
  const keys = shell?.services.filter(({ isConfigured }) => isConfigured) ?? [];
  const matches = useMatches();
  const isFollowing = matches.some(({ data }) => isFollowingJob(data));
  return (
    <html lang="de">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        {isFollowing ? (
          <noscript>
            <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
          </noscript>
        ) : null}
      </head>
      <body>
        <TimeZoneContext.Provider value={root?.timeZone ?? "Europe/Berlin"}>
          <MaySetUpContext.Provider value={shell?.isAdministrator ?? false}>
            <NavigationProgress.Provider value={progress}>
              <KeysContext.Provider value={keys.map(({ service }) => service)}>
                <OsmContactContext.Provider value={shell?.hasOsmContact ?? true}>
                  {shell === null ? children : <AppShell data={shell}>{children}</AppShell>}
                </OsmContactContext.Provider>
              </KeysContext.Provider>
            </NavigationProgress.Provider>
          </MaySetUpContext.Provider>
          <Toast message={root?.flash ?? null} />
        </TimeZoneContext.Provider>
        {matches.some(({ id }) => id === PAGE_WITHOUT_SCRIPTS) ? null : (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <ErrorMessage status={500} answer={null} />;
  return <ErrorMessage status={error.status} answer={error.data} />;
}
