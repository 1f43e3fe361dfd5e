export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
/** Fits the ids of a page of 200 leads. */
export const MAX_URL_CHARACTERS = 8_192;

export const UPLOAD_PATHS = new Set(["/api/jobs/csv-enrich", "/api/leads/import"]);

/** The router's patterns miss encoded control characters. Node's parser refuses raw ones. */
export function isReadableUrl(url: string): boolean {
  if (!/^\/(?!\/)[^\\#]*$/.test(url)) return false;
  try {
    const [path = ""] = url.split("?", 1);
    return !decodeURIComponent(url).includes("\0") && !/[\\\p{Cc}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Remix's former `?_data=` protocol: unused here, and may end in 500. */
export function isLegacyDataRequest(url: string): boolean {
  const [, query] = url.split("?", 2);
  return new URLSearchParams(query).has("_data");
}

export function isDataPath(path: string): boolean {
  return path.toLowerCase().endsWith(".data");
}

/** The path as the router reads it: resolved, decoded, lower case, without a final slash or `.data`. */
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

export function isApiPath(path: string): boolean {
  return path === "/api" || path.startsWith("/api/") || path === "/healthz";
}

export const PAGE_UPLOAD_PATHS = new Set([
  "/leadspeicher/import",
  "/pipelines/csv",
  "/pipelines/profile",
  "/pipelines/register",
  "/pipelines/register/datei",
]);
