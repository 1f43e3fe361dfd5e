import { parseUrl } from "../../text/parse-url";

export type AllowedOrigins = { hosts: ReadonlySet<string>; origins: ReadonlySet<string> };

type HeaderValue = string | null | undefined;

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

/** No client sends a wildcard address as its Host. */
const WILDCARD_ADDRESSES = new Set(["", "0.0.0.0", "::"]);

/** @throws Error for a public origin other than http(s): its `origin` is „null“, which sandboxed foreign pages send */
export function allowedOrigins(
  port: number,
  publicOrigins: readonly string[],
  listenHost = "",
): AllowedOrigins {
  const hosts = new Set<string>();
  const origins = new Set<string>();
  const named = listenHost.includes(":") ? `[${listenHost}]` : listenHost;
  const names = WILDCARD_ADDRESSES.has(listenHost) ? LOOPBACK_NAMES : [...LOOPBACK_NAMES, named];
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

export function isAllowedHost(host: HeaderValue, allowed: AllowedOrigins): boolean {
  return typeof host === "string" && allowed.hosts.has(host.toLowerCase());
}

/** Browsers send `Origin` with every write. Other programs omit it, and must not send a cookie. */
export function isSameSiteRequest(facts: OriginFacts, allowed: AllowedOrigins): boolean {
  const { origin, secFetchSite, host } = facts;
  if (SAFE_METHODS.has(facts.method.toUpperCase())) return true;
  if (secFetchSite != null && secFetchSite !== "same-origin") return false;
  if (origin != null) {
    // Two allowed names of this server are still cross-origin.
    return (
      allowed.origins.has(origin) &&
      isAllowedHost(host, allowed) &&
      new URL(origin).host === host?.toLowerCase()
    );
  }
  if (facts.cookie != null) return false;
  return secFetchSite == null || /^Bearer \S+$/i.test(facts.authorization ?? "");
}
