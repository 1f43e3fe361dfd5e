import * as build from "@remix-run/dev/server-build";
import type { AppLoadContext } from "@remix-run/node";
import { log, services, stopServices } from "./composition.server";
import { env } from "./env.server";
import { guardRoutes } from "./http/guard.server";
import { allowedOrigins } from "./http/request-origin";

export * from "@remix-run/dev/server-build";

/** Whoever works at this machine: there are no users yet, and the server listens on loopback only. */
const LOCAL_ACTOR = "lokal";

/** What a server in front of the build knows of a request; absent under `remix dev`. */
type RequestFacts = Pick<AppLoadContext, "requestId" | "cspNonce" | "origins">;

/** The context of a request, from which every route takes what it works with. */
export function loadContext(facts: RequestFacts): AppLoadContext {
  return { ...facts, services, actor: LOCAL_ACTOR };
}

/** Every route of the build behind the guard. */
export const routes = guardRoutes(build.routes, {
  provide: loadContext,
  origins: (context) => context.origins ?? allowedOrigins(env.PORT, env.APP_ORIGIN),
  reportError: (error, requestId) => log.error({ err: error, requestId }, "request failed"),
});

/** For the process that serves the build. */
export { env, log, stopServices };
