import { parseUrl } from "../text/parse-url";

/** Guards against open redirects: a path of this server, or the fallback. */
export function safePath(value: FormDataEntryValue | null, fallback: string): string {
  if (typeof value !== "string" || !value.startsWith("/")) return fallback;
  // Browsers resolve „//host“ and „/\\host“ to other servers.
  const base = "http://leadspeicher.invalid";
  const url = parseUrl(value, base);
  if (url === null) return fallback;
  // „/.//host“ resolves to „//host“.
  const isOwn = url.origin === base && !url.pathname.startsWith("//");
  return isOwn ? `${url.pathname}${url.search}` : fallback;
}
