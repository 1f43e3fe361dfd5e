import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Browser abilities that no page of this application uses. */
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

/** Each answer has a nonce of its own. */
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
  // The filters of old browsers could be used for attacks themselves.
  "X-XSS-Protection": "0",
};

/**
 * Sets the protective headers of every answer and puts a fresh script nonce (128 bits, base64) into
 * `res.locals.cspNonce`. It stands first, before the gate, so that refusals carry the headers too.
 *
 * @param options.https whether the public address is https; only then browsers are told to stay there
 */
export function securityHeaders(options: { https: boolean }): RequestHandler {
  const headers = new Map(Object.entries(HEADERS));
  // Sibling names of a company domain may still speak http, so they are left out.
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

/**
 * Adds `Cache-Control: no-store` when the head is written, unless another value is set.
 * Setting it up front does not work: the static middleware keeps a value that is already there.
 */
function forbidStoringByDefault(res: Response): void {
  const writeHead = res.writeHead;
  res.writeHead = (...head: unknown[]) => {
    if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "no-store");
    Reflect.apply(writeHead, res, head);
    return res;
  };
}
