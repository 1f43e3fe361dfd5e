import { randomBytes } from "node:crypto";
import type { RequestHandler, Response } from "express";
import helmet from "helmet";

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

/**
 * Sets the protective headers of every answer and puts a fresh script nonce (128 bits, base64) into
 * `res.locals.cspNonce`. It stands first, before the gate, so that refusals carry the headers too.
 *
 * @param options.https whether the public address is https; only then browsers are told to stay there
 */
export function securityHeaders(options: { https: boolean }): RequestHandler {
  const fixedHeaders = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "same-origin" },
    // Sibling names of a company domain may still speak http, so they are left out.
    strictTransportSecurity: options.https
      ? { maxAge: ONE_YEAR_SECONDS, includeSubDomains: false }
      : false,
    xFrameOptions: { action: "deny" },
  });

  return (req, res, next) => {
    const nonce = randomBytes(16).toString("base64");
    res.locals.cspNonce = nonce;
    res.setHeader("Permissions-Policy", PERMISSIONS_POLICY);
    forbidStoringByDefault(res);
    fixedHeaders(req, res, (error) => {
      if (error) next(error);
      else contentSecurityPolicy(nonce)(req, res, next);
    });
  };
}

function contentSecurityPolicy(nonce: string) {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: [`'nonce-${nonce}'`, "'strict-dynamic'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      manifestSrc: ["'self'"],
    },
  });
}

/**
 * Adds `Cache-Control: no-store` when the head is written, and only if nobody set another value.
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
