import { parseUrl } from "../../text/parse-url";

/** The names under which this server may be reached, and the web origins that may change data. */
export type AllowedOrigins = { hosts: ReadonlySet<string>; origins: ReadonlySet<string> };

type HeaderValue = string | null | undefined;

/** Header values as sent; missing ones are null or undefined. */
export type OriginFacts = {
  method: string;
  origin: HeaderValue;
  secFetchSite: HeaderValue;
  host: HeaderValue;
  authorization: HeaderValue;
  cookie: HeaderValue;
};

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const SAFE_METHODS = new Set(["GET", "HEAD"]);

/** Wildcard addresses; no client asks for them by name. */
const EVERY_ADDRESS = new Set(["", "0.0.0.0", "::"]);

/**
 * Collects the allowed hosts and origins: the loopback names with the port the server listens on, the name or address
 * it listens on, and each public origin.
 *
 * @param port where the server listens; 80 is left out of the names, as browsers leave it out
 * @param publicOrigins values such as `https://leads.example.de`; a path behind them is ignored
 * @param listenHost `HOST`
 * @throws Error when a public origin is not an http or https address. Anything else would have the
 *   origin "null", which is what sandboxed foreign pages send.
 */
export function allowedOrigins(
  port: number,
  publicOrigins: readonly string[],
  listenHost = "",
): AllowedOrigins {
  const hosts = new Set<string>();
  const origins = new Set<string>();
  const named = listenHost.includes(":") ? `[${listenHost}]` : listenHost;
  const names = EVERY_ADDRESS.has(listenHost) ? LOOPBACK_NAMES : [...LOOPBACK_NAMES, named];
  const own = names.map((name) => `http://${name}:${port}`);
  for (const address of [...own, ...publicOrigins]) {
    const url = parseUrl(address);
    if (url?.protocol !== "http:" && url?.protocol !== "https:") {
      throw new Error("APP_ORIGIN braucht vollständige Adressen wie https://leads.example.de");
    }
    hosts.add(url.host);
    origins.add(url.origin);
  }
  return { hosts, origins };
}

/** Tells whether a Host header names this server: the whole value, in any case. */
export function isAllowedHost(host: HeaderValue, allowed: AllowedOrigins): boolean {
  return typeof host === "string" && allowed.hosts.has(host.toLowerCase());
}

/**
 * Tells whether a request may change data as far as its origin goes. Reading is always allowed:
 * links from mails and other sites must work, and a foreign page cannot see the answer.
 *
 * A browser sends `Origin` with every POST, PUT, PATCH and DELETE, so a request without it comes
 * from another kind of program. Such a request must not carry a cookie, since a cookie means that
 * a browser is involved after all.
 */
export function isSameSiteRequest(facts: OriginFacts, allowed: AllowedOrigins): boolean {
  const { origin, secFetchSite, host } = facts;
  if (SAFE_METHODS.has(facts.method.toUpperCase())) return true;
  if (isSent(secFetchSite) && secFetchSite !== "same-origin") return false;
  if (isSent(origin)) {
    // Two allowed names of this server are still foreign to each other, hence the last comparison.
    return (
      allowed.origins.has(origin) &&
      isAllowedHost(host, allowed) &&
      new URL(origin).host === host?.toLowerCase()
    );
  }
  if (isSent(facts.cookie)) return false;
  return isBearer(facts.authorization) || !isSent(secFetchSite);
}

/** An empty header counts as sent: leaving a value out must never look like another program. */
function isSent(value: HeaderValue): value is string {
  return typeof value === "string";
}

function isBearer(authorization: HeaderValue): boolean {
  return isSent(authorization) && /^Bearer \S+$/i.test(authorization);
}
