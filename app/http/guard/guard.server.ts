import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  redirect,
  type ServerBuild,
} from "@remix-run/node";
import { isRefusal, Refusal, storeFault } from "../../refusal";
import type { GateLog } from "../gate/gate-refusal.server";
import { isApiPath, routePath } from "../gate/request-line";
import { type AllowedOrigins, isAllowedHost, isSameSiteRequest } from "../gate/request-origin";
import { problemResponse, unexpectedProblem } from "../problem";
import type { Admission, RequestFacts } from "./admission.server";

type Routes = ServerBuild["routes"];
type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;
type RouteFunction = (args: RouteArgs) => unknown;

export type AccessDecision =
  | { kind: "allowed" }
  /** The request carries no identity. */
  | { kind: "sign-in" }
  | { kind: "forbidden"; detail: string }
  | { kind: "redirect"; path: string };

interface GuardOptions {
  /** Adds what every route may use to the context. */
  provide(context: AppLoadContext, admission: Admission): AppLoadContext;
  origins(context: AppLoadContext): AllowedOrigins;
  /** Finds out who is asking, for servers that have not done so in front of the build. */
  admit(facts: RequestFacts): Promise<Admission>;
  /** @param request `path` as the router understands it */
  authorize(
    identity: Admission["identity"],
    request: { method: string; path: string },
    routeId: string,
  ): AccessDecision;
  reportError(error: unknown, requestId: string): void;
  /** Told of everybody who asked for what is not theirs, but for pages that lead to the login. */
  reportRefusal: GateLog;
}

const PAGE_METHODS = ["GET", "HEAD", "POST"];

/** Refuses what the gate refuses, for servers that run the build without a gate in front of it. */
function assertOwnOrigin(request: Request, origins: AllowedOrigins): void {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const host = header("host") ?? new URL(request.url).host;
  if (!isAllowedHost(host, origins)) {
    throw new Refusal(
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
  if (!isOwn) throw new Refusal(403, "Die Anfrage kommt von einer fremden Seite.");
}

/** Pages have forms, and forms know GET and POST; Remix runs their action for every other method, too. */
function assertPageMethod(request: Request, isApi: boolean): void {
  if (isApi || PAGE_METHODS.includes(request.method)) return;
  const allow = PAGE_METHODS.join(", ");
  throw new Refusal(405, `Hier geht nur ${allow}.`, { headers: { allow } });
}

/** Longest way back, in characters as it is sent; the login's own address must not become too long to be taken. */
const MAX_WAY_BACK = 4_000;

/** The login with the way back to the address, without its filters where they are too long to carry. */
function signInPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const isReading = request.method === "GET" || request.method === "HEAD";
  const ways = [isReading ? `${pathname}${search}` : pathname, pathname].map(encodeURIComponent);
  const way = ways.find((encoded) => encoded.length <= MAX_WAY_BACK);
  const isHome = way === undefined || decodeURIComponent(way) === "/";
  return isHome ? "/anmelden" : `/anmelden?weiter=${way}`;
}

/** Sends strangers to the login and refuses what the identity may not do. */
function assertAllowed(
  { request, context }: RouteArgs,
  decision: AccessDecision,
  isApi: boolean,
): void {
  if (decision.kind === "forbidden") throw new Refusal(403, decision.detail);
  if (decision.kind === "redirect") throw redirect(decision.path);
  if (decision.kind !== "sign-in") return;
  // The framework would hide a redirect inside of page data, where only its own client finds it.
  if (!isApi && context.isData !== true) throw redirect(signInPath(request));
  throw new Refusal(401, "Bitte anmelden: mit einer Sitzung oder einem API-Token.", {
    headers: { "www-authenticate": "Bearer" },
  });
}

async function answer(
  run: RouteFunction,
  args: RouteArgs,
  routeId: string,
  options: GuardOptions,
): Promise<unknown> {
  const { request, context } = args;
  const requestId = context.requestId ?? crypto.randomUUID();
  const path = routePath(request.url);
  const isApi = isApiPath(path);
  try {
    assertOwnOrigin(request, options.origins(context));
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const admission =
      context.admission ?? (await options.admit({ header, peerAddress: undefined }));
    const asked = { method: request.method, path };
    assertAllowed(args, options.authorize(admission.identity, asked, routeId), isApi);
    assertPageMethod(request, isApi);
    return await run({ ...args, context: options.provide(context, admission) });
  } catch (thrown) {
    const fault = storeFault(thrown);
    const error = fault ?? thrown;
    // A thrown Response is a redirect or a page's own error; Remix knows what to do with it.
    if (error instanceof Response) throw error;
    if (isRefusal(error)) {
      const { status, message } = error;
      if (status === 401 || status === 403 || fault !== null) {
        const reason = fault === null ? message : String(thrown);
        options.reportRefusal({ requestId, method: request.method, status, reason });
      }
      const response = problemResponse(error);
      if (isApi) return response;
      throw response;
    }
    // The client left and its work was aborted: no fault of the program.
    const hasLeft = request.signal.aborted && error === request.signal.reason;
    if (!hasLeft) options.reportError(error, requestId);
    if (isApi) return unexpectedProblem(requestId);
    throw error;
  }
}

/** In the place of an action that a route does not have: the framework's own 405 would come before the guard. */
async function refuseAction(): Promise<never> {
  throw new Refusal(405, "Hier geht nur GET, HEAD.", { headers: { allow: "GET, HEAD" } });
}

/**
 * Wraps the loader and action of every route of the build, so that none can be reached past the guard, whether as a
 * page, as data or through any other way Remix has to it.
 */
export function guardRoutes(routes: Routes, options: GuardOptions): Routes {
  const wrap = (id: string, run: RouteFunction) => (args: RouteArgs) =>
    answer(run, args, id, options);
  return Object.fromEntries(
    Object.entries(routes).flatMap(([id, route]) => {
      if (!route) return [];
      const { loader, action = refuseAction } = route.module;
      const guarded = {
        ...route.module,
        ...(loader === undefined ? {} : { loader: wrap(id, loader) }),
        action: wrap(id, action),
      };
      return [[id, { ...route, module: guarded }]];
    }),
  );
}
