import * as build from "@remix-run/dev/server-build";
import type { AppLoadContext } from "@remix-run/node";
import { identityKey } from "./access/identity";
import { authorize, isOpenPath } from "./access/permissions";
import { authenticate, sentDevice } from "./access/sign-in/authenticate.server";
import { startLinkAddress } from "./access/sign-in/start-link.server";
import { log, newStartLink, services, stopServices } from "./composition.server";
import { env } from "./env.server";
import { createAppHandler } from "./http/app-handler.server";
import { type AllowedOrigins, allowedOrigins } from "./http/gate/request-origin";
import type { Admission, RequestFacts } from "./http/guard/admission.server";
import { clientOf } from "./http/guard/client";
import { guardRoutes } from "./http/guard/guard.server";
import { logContext } from "./log/log.server";

export * from "@remix-run/dev/server-build";

/** Absent under `remix dev`. */
type FrontFacts = Pick<AppLoadContext, "requestId" | "cspNonce" | "admission" | "isData">;

const UNKNOWN_CLIENT = { address: "", host: "", isSecure: false };

export function loadContext(facts: FrontFacts): AppLoadContext {
  const { identity = null, client = UNKNOWN_CLIENT } = facts.admission ?? {};
  return { ...facts, services, identity, actor: identity?.actor ?? "", client };
}

export async function admit(facts: RequestFacts, allowed: AllowedOrigins): Promise<Admission> {
  const client = clientOf({ ...facts, allowed, isBehindProxy: env.APP_ORIGIN.length > 0 });
  const credentials = {
    authorization: facts.header("authorization"),
    cookie: facts.header("cookie"),
  };
  const identity = await authenticate(services.access, credentials, client, Date.now());
  if (identity !== null) return { identity, client, key: identityKey(identity) };
  // A known browser does not share the limit of strangers at its address.
  const device = await sentDevice(services.access, credentials.cookie ?? null, client);
  return { identity, client, key: device ?? `address ${client.address}` };
}

export const routes = guardRoutes(build.routes, {
  provide: (context, admission) => loadContext({ ...context, admission }),
  admit: (facts) => admit(facts, allowedOrigins(env.PORT, env.APP_ORIGIN, env.HOST)),
  authorize,
  reportRefusal: (entry) => log.warn(entry, "refused"),
  reportError: (error, requestId) => log.error({ err: error, requestId }, "request failed"),
});

export async function startLink(origin: string): Promise<string | null> {
  const token = await newStartLink();
  return token === null ? null : startLinkAddress(origin, token);
}

export { createAppHandler, env, isOpenPath, log, logContext, stopServices };
