import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

const PERMISSIONS_POLICY = [
  "camera",
  "display-capture",
  "geolocation",
  "microphone",
  "payment",
  "serial",
  "usb",
]
  .map((ability) => `${ability}=()`)
  .join(", ");

function contentSecurityPolicy(nonce: string): string {
  return `default-src 'none';script-src 'nonce-${nonce}' 'strict-dynamic';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none';manifest-src 'self'`;
}

const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Permissions-Policy": PERMISSIONS_POLICY,
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
  "X-Download-Options": "noopen",
  "X-Frame-Options": "DENY",
  "X-Permitted-Cross-Domain-Policies": "none",
  // Old browsers' filters enabled attacks.
  "X-XSS-Protection": "0",
};

/** Runs before the gate, so that refusals carry the headers. The nonce has 128 bits, base64. */
export function securityHeaders(options: { https: boolean }): RequestHandler {
  const headers = new Map(Object.entries(HEADERS));
  // Sibling hosts may still use http, so subdomains are excluded.
  if (options.https) headers.set("Strict-Transport-Security", `max-age=${ONE_YEAR_SECONDS}`);
  return (_req, res, next) => {
    const nonce = randomBytes(16).toString("base64");
    res.locals.cspNonce = nonce;
    forbidStoringByDefault(res);
    res.setHeaders(headers);
    res.setHeader("Content-Security-Policy", contentSecurityPolicy(nonce));
    next();
  };
}

/** The static middleware keeps an existing value, so the default waits until the head is written. */
function forbidStoringByDefault(res: Response): void {
  const writeHead = res.writeHead;
  res.writeHead = (...head: unknown[]) => {
    if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "no-store");
    Reflect.apply(writeHead, res, head);
    return res;
  };
}
