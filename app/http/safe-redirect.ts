import { parseUrl } from "../text/parse-url";

/**
 * A path of this server to go back to, from a form field that anybody could have changed.
 *
 * @returns the path, or the fallback when the value leads anywhere else
 */
export function safePath(value: FormDataEntryValue | null, fallback: string): string {
  if (typeof value !== "string" || !value.startsWith("/")) return fallback;
  // Resolved as a browser would: „//host“ and „/\\host“ lead away.
  const base = "http://leadspeicher.invalid";
  const url = parseUrl(value, base);
  if (url === null) return fallback;
  // „/.//host“ is a path of this server until its dots are gone.
  const isOwn = url.origin === base && !url.pathname.startsWith("//");
  return isOwn ? `${url.pathname}${url.search}` : fallback;
}
