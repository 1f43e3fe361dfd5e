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
import { problemResponse, unexpectedProblem } from "../problem";
import type { Admission, RequestFacts } from "./admission.server";

type Routes = ServerBuild["routes"];
type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;
type RouteFunction = (args: RouteArgs) => unknown;

export type AccessDecision =
  | { kind: "allowed" }
  | { kind: "sign-in" }
  | { kind: "forbidden"; detail: string }
  | { kind: "redirect"; path: string };

interface GuardOptions {
  provide(context: AppLoadContext, admission: Admission): AppLoadContext;
  /** For builds without the admission middleware. */
  admit(facts: RequestFacts): Promise<Admission>;
  /** @param request `path` as the router reads it */
  authorize(
    identity: Admission["identity"],
    request: { method: string; path: string },
    routeId: string,
  ): AccessDecision;
  reportError(error: unknown, requestId: string): void;
  /** Not called for redirects to the login. */
  reportRefusal: GateLog;
}

const PAGE_METHODS = ["GET", "HEAD", "POST"];

/** Remix runs a page's action for every method but GET. */
function assertPageMethod(request: Request, isApi: boolean): void {
  if (isApi || PAGE_METHODS.includes(request.method)) return;
  const allow = PAGE_METHODS.join(", ");
  throw new Refusal(405, `Hier geht nur ${allow}.`, { headers: { allow } });
}

/** Encoded characters, so that the login's address stays below the URL limit. */
const MAX_RETURN_PATH = 4_000;

function signInPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const isReading = request.method === "GET" || request.method === "HEAD";
  const paths = [isReading ? `${pathname}${search}` : pathname, pathname].map(encodeURIComponent);
  const path = paths.find((encoded) => encoded.length <= MAX_RETURN_PATH);
  const isHome = path === undefined || decodeURIComponent(path) === "/";
  return isHome ? "/anmelden" : `/anmelden?weiter=${path}`;
}

function assertAllowed(
  { request, context }: RouteArgs,
  decision: AccessDecision,
  isApi: boolean,
): void {
  if (decision.kind === "forbidden") throw new Refusal(403, decision.detail);
  if (decision.kind === "redirect") throw redirect(decision.path);
  if (decision.kind !== "sign-in") return;
  // Page data carries a redirect in a 202 body, which only the framework's client reads.
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
    const isDisconnected = request.signal.aborted && error === request.signal.reason;
    if (!isDisconnected) options.reportError(error, requestId);
    if (isApi) return unexpectedProblem(requestId);
    throw error;
  }
}

/** The framework's own 405 would bypass the guard. */
async function refuseAction(): Promise<never> {
  throw new Refusal(405, "Hier geht nur GET, HEAD.", { headers: { allow: "GET, HEAD" } });
}

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
