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
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorMessage } from "./components/error-message";
import { Frame } from "./components/frame";
import { useNonce } from "./components/nonce";
import { NoticeToast } from "./components/notice-toast";
import { TimeZoneContext } from "./components/time";
import { takeFlash } from "./http/flash.server";
import { findOpenJobList } from "./jobs/find-jobs.server";
import { findServiceMarks } from "./settings/settings-page.server";
import stylesheet from "./tailwind.css";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = ({ error }) => [
  { title: error ? "Nicht verfügbar – Leadspeicher" : "Leadspeicher" },
];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const [jobs, marks, taken] = await Promise.all([
    findOpenJobList(services.db),
    findServiceMarks(services.credentials),
    takeFlash(request),
  ]);
  const page = {
    timeZone: services.timeZone,
    isDemo: services.isDemo,
    openJobs: jobs.map(({ id, query, progress }) => ({ id, query, progress })),
    services: marks,
    flash: taken?.flash ?? null,
  };
  return data(page, taken === null ? {} : { headers: taken.headers });
}

/** Seconds after which a page with a running job renews itself where there is no JavaScript. */
const REFRESH_SECONDS = 2;

function isFollowingJob(data: unknown): boolean {
  return (
    typeof data === "object" && data !== null && "isFollowing" in data && data.isFollowing === true
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const isFollowing = useMatches().some(({ data }) => isFollowingJob(data));
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
        <FrameWithData>{children}</FrameWithData>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

function FrameWithData({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <TimeZoneContext.Provider value={root?.timeZone ?? "Europe/Berlin"}>
      <Frame
        isDemo={root?.isDemo ?? false}
        openJobs={root?.openJobs ?? []}
        services={root?.services ?? []}
      >
        {children}
      </Frame>
      <NoticeToast message={root?.flash ?? null} />
    </TimeZoneContext.Provider>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorMessage status={isRouteErrorResponse(error) ? error.status : 500} />;
}
