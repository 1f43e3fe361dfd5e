import type {
  ActionFunctionArgs,
  AppLoadContext,
  LoaderFunctionArgs,
  ServerBuild,
} from "@remix-run/node";
import { ProblemError, problemResponse, unexpectedProblem } from "./problem";
import { isApiPath, routePath } from "./request-line";
import { type AllowedOrigins, isAllowedHost, isSameSiteRequest } from "./request-origin";

type Routes = ServerBuild["routes"];
type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;
type RouteFunction = (args: RouteArgs) => unknown;

export interface GuardOptions {
  /** Adds what every route may use (the store, who is asking) to the context. */
  provide(context: AppLoadContext): AppLoadContext;
  origins(context: AppLoadContext): AllowedOrigins;
  reportError(error: unknown, requestId: string): void;
}

const PAGE_METHODS = ["GET", "HEAD", "POST"];

function isApi(request: Request): boolean {
  return isApiPath(routePath(request.url));
}

/** Refuses what the gate refuses, for servers that run the build without a gate in front of it. */
function assertOwnOrigin(request: Request, origins: AllowedOrigins): void {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const host = header("host") ?? new URL(request.url).host;
  if (!isAllowedHost(host, origins)) {
    throw new ProblemError(
      421,
      "Unter diesem Namen ist der Leadspeicher nicht eingerichtet (APP_ORIGIN).",
    );
  }
  const isOwn = isSameSiteRequest(
    {
      method: request.method,
      origin: header("origin"),
      secFetchSite: header("sec-fetch-site"),
      host,
      authorization: header("authorization"),
      cookie: header("cookie"),
    },
    origins,
  );
  if (!isOwn) throw new ProblemError(403, "Die Anfrage kommt von einer fremden Seite.");
}

/** Pages have forms, and forms know GET and POST; Remix runs their action for every other method, too. */
function assertPageMethod(request: Request): void {
  if (isApi(request) || PAGE_METHODS.includes(request.method)) return;
  const allow = PAGE_METHODS.join(", ");
  throw new ProblemError(405, `Hier geht nur ${allow}.`, { headers: { allow } });
}

async function answer(
  run: RouteFunction,
  args: RouteArgs,
  options: GuardOptions,
): Promise<unknown> {
  const requestId = args.context.requestId ?? crypto.randomUUID();
  try {
    assertOwnOrigin(args.request, options.origins(args.context));
    assertPageMethod(args.request);
    return await run({ ...args, context: options.provide(args.context) });
  } catch (error) {
    // A thrown Response is a redirect or a page's own error; Remix knows what to do with it.
    if (error instanceof Response) throw error;
    if (error instanceof ProblemError) {
      const response = problemResponse(error);
      if (isApi(args.request)) return response;
      throw response;
    }
    options.reportError(error, requestId);
    if (isApi(args.request)) return unexpectedProblem(requestId);
    throw error;
  }
}

/**
 * Wraps the loader and action of every route of the build, so that none can be reached past the guard, whether as a
 * page, as data or through any other way Remix has to it.
 */
export function guardRoutes(routes: Routes, options: GuardOptions): Routes {
  const wrap = (run: RouteFunction) => (args: RouteArgs) => answer(run, args, options);
  return Object.fromEntries(
    Object.entries(routes).flatMap(([id, route]) => {
      if (!route) return [];
      const { loader, action } = route.module;
      return [
        [
          id,
          {
            ...route,
            module: {
              ...route.module,
              ...(loader === undefined ? {} : { loader: wrap(loader) }),
              ...(action === undefined ? {} : { action: wrap(action) }),
            },
          },
        ],
      ];
    }),
  );
}
