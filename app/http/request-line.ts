/** The rules for the first line of a request: its method, and what its address means. */

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
/** Room for the ids of a page of 200 leads. */
export const MAX_URL_CHARACTERS = 8_192;

const UPLOAD_PATHS = new Set(["/api/jobs/csv-enrich", "/api/leads/import"]);

/**
 * One slash at the start, no backslash, no fragment, decodable, no hidden NUL, and in the path no
 * hidden control character, which the router's patterns do not match. Spaces, umlauts and control
 * characters as such never get here, Node's parser takes only visible ASCII.
 */
export function isReadableUrl(url: string): boolean {
  if (!/^\/(?!\/)[^\\#]*$/.test(url)) return false;
  try {
    const [path = "", query] = url.split("?", 2);
    // The framework's former way to page data, which nothing here uses: it answers some of it with 500.
    if (new URLSearchParams(query).has("_data")) return false;
    return !decodeURIComponent(url).includes("\0") && !/[\\\p{Cc}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
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
      .replace(/\/+$/, "")
      .replace(/\.data$/, "");
  } catch {
    return url.toLowerCase();
  }
}

/** Takes a path from `routePath`, as the next one does. */
export function isApiPath(path: string): boolean {
  return path === "/api" || path.startsWith("/api/") || path === "/healthz";
}

/** Whether the API takes a file here. */
export function isUploadPath(path: string): boolean {
  return UPLOAD_PATHS.has(path);
}
