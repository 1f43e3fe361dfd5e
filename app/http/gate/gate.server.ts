import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Refusal } from "../../refusal";
import {
  DRAIN_MS,
  type GateLog,
  REFUSALS,
  type RefusalReason,
  refuse,
  refuseFor,
  tooLarge,
} from "./gate-refusal.server";
import { MAX_HEADERS } from "./harden-server.server";
import {
  abortBody,
  type BodyKind,
  bodyKind,
  dropRest,
  hasBody,
  limitBodySize,
} from "./request-body.server";
import {
  isApiPath,
  isLegacyDataRequest,
  isReadableUrl,
  MAX_URL_CHARACTERS,
  METHODS,
  PAGE_UPLOAD_PATHS,
  routePath,
  UPLOAD_PATHS,
} from "./request-line";
import {
  type AllowedOrigins,
  allowedOrigins,
  isAllowedHost,
  isSameSiteRequest,
} from "./request-origin";

type GateOptions = {
  port: number;
  host?: string;
  /** Empty without a reverse proxy. */
  publicOrigins: readonly string[];
  limits?: Partial<Limits>;
  log?: GateLog;
};

const DEFAULT_LIMITS = {
  jsonBytes: 1024 * 1024,
  formBytes: 256 * 1024,
  multipartBytes: 20 * 1024 * 1024,
  // Exceeds the file limit, so that the page can show the error at its field.
  pageUploadBytes: 32 * 1024 * 1024,
  drainMilliseconds: DRAIN_MS,
};
export type Limits = typeof DEFAULT_LIMITS;

/** Refused if repeated: Node keeps one value, a proxy might keep the other. */
const SINGLE_HEADERS = ["host", "origin", "authorization", "content-type", "sec-fetch-site"];

/**
 * Runs before authentication and caps bodies as they arrive.
 * Must run synchronously on the request event.
 */
export function createGate(options: GateOptions): RequestHandler {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const allowed = allowedOrigins(options.port, options.publicOrigins, options.host);
  const behindProxy = options.publicOrigins.length > 0;

  return (req, res, next) => {
    const requestId = randomUUID();
    res.locals.requestId = requestId;
    res.setHeader("X-Request-Id", requestId);
    req.headers["x-request-id"] = requestId;
    const refuseWith = (reason: string, refusal: Refusal) => {
      // An answer that has begun can only be cut.
      if (res.headersSent) return abortBody(req);
      options.log?.({ requestId, method: req.method, status: refusal.status, reason });
      refuse(req, res, refusal, limits.drainMilliseconds);
    };

    const reason =
      findMalformation(req) ?? findBadOrigin(req, allowed, behindProxy) ?? findUnwantedBody(req);
    if (reason) return refuseWith(reason, REFUSALS[reason]);

    if (hasBody(req)) {
      const limit = sizeLimit(bodyKind(req), routePath(req.originalUrl), limits);
      const refuseSize = () => refuseWith("tooLarge", tooLarge(limit));
      if (Number(req.headers["content-length"] ?? 0) > limit) return refuseSize();
      limitBodySize(req, limit, refuseSize);
      dropRest(req, res, limits.drainMilliseconds);
    }
    next();
  };
}

/** No route reads a body of unknown kind, so it gets the smallest limit. */
function sizeLimit(kind: BodyKind | undefined, path: string, limits: Limits): number {
  if (kind === "json") return limits.jsonBytes;
  if (kind === "form" || kind === undefined) return limits.formBytes;
  if (isApiPath(path)) return limits.multipartBytes;
  return PAGE_UPLOAD_PATHS.has(path) ? limits.pageUploadBytes : limits.formBytes;
}

/** Runs after authentication, so that strangers cannot probe which addresses exist. */
export function createBodyCheck(options: {
  isAnswered(req: Request, res: Response): boolean;
  drainMilliseconds?: number;
  log?: GateLog;
}): RequestHandler {
  return (req, res, next) => {
    if (!options.isAnswered(req, res)) return next();
    const reason = findWrongBody(req);
    if (reason) return refuseFor(req, res, reason, options);
    next();
  };
}

function findMalformation(req: Request): RefusalReason | undefined {
  if (!METHODS.includes(req.method)) return "method";
  // Node silently drops headers over its limit, and Origin could be one of them.
  if (req.rawHeaders.length / 2 >= MAX_HEADERS) return "headers";
  if (SINGLE_HEADERS.some((name) => (req.headersDistinct[name]?.length ?? 0) > 1))
    return "ambiguous";
  if (!["chunked", undefined].includes(req.headers["transfer-encoding"]?.toLowerCase()))
    return "ambiguous";
  if (req.originalUrl.length > MAX_URL_CHARACTERS) return "urlLength";
  if (!isReadableUrl(req.originalUrl)) return "url";
  if (isLegacyDataRequest(req.originalUrl)) return "formerData";
  return undefined;
}

/**
 * Remix trusts X-Forwarded-Host, so without a proxy these headers are deleted.
 * With a proxy, the forwarded name must be an allowed host.
 */
function findBadOrigin(
  req: Request,
  allowed: AllowedOrigins,
  behindProxy: boolean,
): RefusalReason | undefined {
  if (!isAllowedHost(req.headers.host, allowed)) return "host";
  // Remix compares Host and Origin case-sensitively and answers 500 if only the case differs.
  req.headers.host = req.headers.host?.toLowerCase();

  if (!behindProxy) {
    for (const name of Object.keys(req.headers)) {
      if (name === "forwarded" || name.startsWith("x-forwarded-")) delete req.headers[name];
    }
  }
  const forwardedHost = req.get("x-forwarded-host")?.split(",", 1)[0]?.trim().toLowerCase();
  if (forwardedHost !== undefined) {
    if (!isAllowedHost(forwardedHost, allowed)) return "host";
    req.headers["x-forwarded-host"] = forwardedHost;
  }

  const facts = {
    method: req.method,
    origin: req.headers.origin,
    secFetchSite: req.get("sec-fetch-site"),
    host: forwardedHost ?? req.headers.host,
    authorization: req.headers.authorization,
    cookie: req.headers.cookie,
  };
  if (!isSameSiteRequest(facts, allowed)) return "crossSite";
  // GET and HEAD need no Origin, and Remix answers 500 to HEAD of page data with a foreign one.
  if (req.method === "GET" || req.method === "HEAD") delete req.headers.origin;
  return undefined;
}

function findUnwantedBody(req: Request): RefusalReason | undefined {
  const encoding = req.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") return "encoding";
  const isReading = req.method === "GET" || req.method === "HEAD";
  return isReading && hasBody(req) ? "unexpectedBody" : undefined;
}

function findWrongBody(req: Request): RefusalReason | undefined {
  if (req.method === "GET" || req.method === "HEAD") return undefined;
  const kind = bodyKind(req);
  const path = routePath(req.originalUrl);
  // Routes decide for methods other than POST.
  if (UPLOAD_PATHS.has(path) && req.method === "POST")
    return kind === "multipart" ? undefined : "needsMultipart";
  // Commands such as „cancel“ need no body.
  if (isApiPath(path)) return kind === "json" || !hasBody(req) ? undefined : "needsJson";
  if (req.method !== "POST") return undefined;
  // Parsing a form without a content type throws; browsers send one with empty forms too.
  return kind === "form" || kind === "multipart" ? undefined : "needsForm";
}
