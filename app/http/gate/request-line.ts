/** The rules for the first line of a request: its method, and what its address means. */

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
/** Room for the ids of a page of 200 leads. */
export const MAX_URL_CHARACTERS = 8_192;

/** Addresses of the API that take a file. */
export const UPLOAD_PATHS = new Set(["/api/jobs/csv-enrich", "/api/leads/import"]);

/**
 * One slash at the start, no backslash, no fragment, decodable, no hidden NUL, and in the path no
 * hidden control character, which the router's patterns do not match. Spaces, umlauts and control
 * characters as such never get here, Node's parser takes only visible ASCII.
 */
export function isReadableUrl(url: string): boolean {
  if (!/^\/(?!\/)[^\\#]*$/.test(url)) return false;
  try {
    const [path = ""] = url.split("?", 1);
    return !decodeURIComponent(url).includes("\0") && !/[\\\p{Cc}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Detects the framework's former way to page data (`?_data=`), unused here and able to end in 500. */
export function asksForFormerData(url: string): boolean {
  const [, query] = url.split("?", 2);
  return new URLSearchParams(query).has("_data");
}

/** The raw path asks for a page's data instead of the page. */
export function isDataPath(path: string): boolean {
  return path.toLowerCase().endsWith(".data");
}

/**
 * The path as the router will understand it: dot segments resolved, escapes decoded, in lower case,
 * without a closing slash and without the `.data` that marks a page's own data requests. Addresses
 * that are not readable are refused, but their answer too has to suit a page or the API.
 */
export function routePath(url: string): string {
  try {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    return path
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, "")
      .replace(/\.data$/, "");
  } catch {
    return url.toLowerCase();
  }
}

/** Takes a path from `routePath`, as the next one does. */
export function isApiPath(path: string): boolean {
  return path === "/api" || path.startsWith("/api/") || path === "/healthz";
}

/** Pages with a form that takes a file; all others are held to the size of a form without one. */
export const PAGE_UPLOAD_PATHS = new Set([
  "/leadspeicher/import",
  "/pipelines/csv",
  "/pipelines/profile",
  "/pipelines/register",
  "/pipelines/register/datei",
]);
