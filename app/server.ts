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

/** Known to a server in front of the build; absent under `remix dev`. */
type FrontFacts = Pick<
  AppLoadContext,
  "requestId" | "cspNonce" | "origins" | "admission" | "isData"
>;

const UNKNOWN_CLIENT = { address: "", host: "", isSecure: false };

/** The context of a request, from which every route takes what it works with. */
export function loadContext(facts: FrontFacts): AppLoadContext {
  const { identity = null, client = UNKNOWN_CLIENT } = facts.admission ?? {};
  return { ...facts, services, identity, actor: identity?.actor ?? "", client };
}

/** Finds out who is asking, and from where. */
export async function admit(facts: RequestFacts, allowed: AllowedOrigins): Promise<Admission> {
  const client = clientOf({ ...facts, allowed, isBehindProxy: env.APP_ORIGIN.length > 0 });
  const credentials = {
    authorization: facts.header("authorization"),
    cookie: facts.header("cookie"),
  };
  const identity = await authenticate(services.access, credentials, client, Date.now());
  if (identity !== null) return { identity, client, key: identityKey(identity) };
  // A browser that signed in before is not counted with strangers who share its address.
  const device = await sentDevice(services.access, credentials.cookie ?? null, client);
  return { identity, client, key: device ?? `address ${client.address}` };
}

function ownOrigins(): AllowedOrigins {
  return allowedOrigins(env.PORT, env.APP_ORIGIN, env.HOST);
}

/** Every route of the build behind the guard. */
export const routes = guardRoutes(build.routes, {
  provide: (context, admission) => loadContext({ ...context, admission }),
  origins: (context) => context.origins ?? ownOrigins(),
  admit: (facts) => admit(facts, ownOrigins()),
  authorize,
  reportRefusal: (entry) => log.warn(entry, "refused"),
  reportError: (error, requestId) => log.error({ err: error, requestId }, "request failed"),
});

/** The address by which the owner comes in without a password; null where there is none. */
export async function startLink(origin: string): Promise<string | null> {
  const token = await newStartLink();
  return token === null ? null : startLinkAddress(origin, token);
}

/** For the process that serves the build. */
export { createAppHandler, env, isOpenPath, log, logContext, stopServices };
