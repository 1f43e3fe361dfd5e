import { type DemoProvider, type DemoReply, type DemoRequest, textReply } from "../provider";
import type { Company } from "../world/companies";
import { findByDomain } from "../world/find-companies";
import { registrableDomain } from "../world/web-addresses";
import { companyPage, pageNameOf, type SiteKind, siteKindOf } from "./company-pages";
import type { PlantedPage, PlantedSites } from "./planted-sites";

const PAGE_MS = 120;
const SLOW_MS = 3_500;
/** Characters of windows-1252 that latin-1 lacks. */
const WINDOWS_1252: Record<string, string> = {
  "€": "\x80",
  "„": "\x84",
  "“": "\x93",
  "”": "\x94",
  "–": "\x96",
};

/**
 * The websites of the demo world's firms, as a proxy sees them: requests come with the absolute URL of a page, and
 * `path` is host and path, e.g. `/www.maler-mueller.example/impressum`. There is no https.
 */
export function createWebsites(planted: PlantedSites): DemoProvider {
  return {
    name: "websites",
    answer(request) {
      const [, host = "", path = "/"] = /^\/([^/]*)(.*)$/s.exec(request.path) ?? [];
      const domain = registrableDomain(host);
      const query = request.query.size === 0 ? "" : `?${request.query}`;
      const page = planted.find(domain, `${path}${query}`);
      if (page !== undefined) return plantedReply(page);
      const company = findByDomain(domain);
      if (company === undefined) {
        // A proxy cannot connect to an unknown host.
        return { ...errorReply(planted.has(domain) ? 404 : 502), reset: !planted.has(domain) };
      }
      const kind = planted.has(domain) ? "ordinary" : siteKindOf(domain);
      return siteReply(company, domain, kind, request, path);
    },
    errorReply,
  };
}

function siteReply(
  company: Company,
  domain: string,
  kind: SiteKind,
  { method }: DemoRequest,
  path: string,
): DemoReply {
  if (method !== "GET" && method !== "HEAD") return errorReply(405);
  if (kind === "unreachable") return { ...errorReply(502), reset: true };
  if (path === "/robots.txt") {
    const rule = kind === "closed" ? "Disallow: /" : "Disallow: /intern/";
    return textReply(200, "text/plain", `User-agent: *\n${rule}\n`, PAGE_MS);
  }
  if (kind === "forbidden") return errorReply(403);
  const circle = { location: path === "/" ? "/start" : "/" };
  if (kind === "circling") return { ...errorReply(302), headers: circle };
  if (kind === "empty") {
    return htmlReply("<!doctype html><title>App</title><div id=app></div><script>start()</script>");
  }
  const name = kind === "soft" ? "home" : pageNameOf(path);
  if (name === null || (kind === "single" && name !== "home")) return errorReply(404);
  if (kind === "nameless" && name === "impressum") return errorReply(404);
  const html = companyPage(company, domain, kind, name);
  if (kind === "old") return oldReply(html);
  return { ...htmlReply(html), delayMs: kind === "slow" ? SLOW_MS : PAGE_MS };
}

function htmlReply(body: string, status = 200): DemoReply {
  return textReply(status, "text/html; charset=utf-8", body, PAGE_MS);
}

/** An old page in windows-1252, without a charset in its header. */
function oldReply(html: string): DemoReply {
  const body = html.replace(/[\u0100-\uffff]/g, (sign) => WINDOWS_1252[sign] ?? "?");
  return { ...textReply(200, "text/html", body, PAGE_MS), encoding: "latin1" };
}

function plantedReply({ status, contentType, headers, body }: PlantedPage): DemoReply {
  const page = textReply(status, contentType, body, PAGE_MS);
  return { ...page, headers: { ...page.headers, ...headers } };
}

function errorReply(status: number): DemoReply {
  return htmlReply(`<!doctype html><title>${status}</title><h1>Fehler ${status}</h1>`, status);
}
