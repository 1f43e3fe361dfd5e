import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import {
  type AllowedOrigins,
  allowedOrigins,
  isAllowedHost,
  isSameSiteRequest,
} from "./request-origin";

/** Byte limits of request bodies by content type, and how long a refused body is still drained. */
export type Limits = {
  jsonBytes: number;
  formBytes: number;
  multipartBytes: number;
  drainMilliseconds: number;
};

/** One refused or failed request. It holds no address and no header, since those may hold secrets. */
export type GateLogEntry = {
  requestId: string;
  method: string;
  status: number;
  reason: string;
  error?: unknown;
};

export type GateLog = (entry: GateLogEntry) => void;

export type GateOptions = {
  /** Where the server listens; part of the loopback names. */
  port: number;
  /** The origins of APP_ORIGIN; empty when no reverse proxy stands in front. */
  publicOrigins: readonly string[];
  limits?: Partial<Limits>;
  log?: GateLog;
};

type BodyKind = "json" | "form" | "multipart";
type Refusal = { reason: string; status: number; title: string; detail: string; allow?: string };

const MEGABYTE = 1024 * 1024;
const DEFAULT_LIMITS: Limits = {
  jsonBytes: MEGABYTE,
  formBytes: 256 * 1024,
  multipartBytes: 20 * MEGABYTE,
  drainMilliseconds: 2_000,
};
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const MAX_URL_CHARACTERS = 4_096;
const MAX_HEADERS = 100;
const UPLOAD_PATHS = new Set(["/api/jobs/csv-enrich", "/api/leads/import"]);
/** Headers that name one thing; of two values Node keeps one silently, a proxy perhaps the other. */
const SINGLE_HEADERS = ["host", "origin", "authorization", "content-type", "sec-fetch-site"];

const REFUSALS = {
  method: {
    status: 405,
    title: "Methode nicht erlaubt",
    detail: `Erlaubt sind nur ${METHODS.join(", ")}. Die Anfrage mit einer davon wiederholen.`,
    allow: METHODS.join(", "),
  },
  headers: {
    status: 431,
    title: "Zu viele Kopfzeilen",
    detail: `Die Anfrage mit weniger als ${MAX_HEADERS} Kopfzeilen wiederholen.`,
  },
  ambiguous: {
    status: 400,
    title: "Anfrage nicht eindeutig",
    detail:
      "Eine Kopfzeile, die nur einmal vorkommen darf, ist doppelt oder widersprüchlich. Die Anfrage ohne sie wiederholen.",
  },
  url: {
    status: 400,
    title: "Adresse nicht lesbar",
    detail:
      "Die Adresse muss mit genau einem Schrägstrich beginnen. Umlaute, Leerzeichen und Sonderzeichen werden prozentkodiert geschrieben, das Prozentzeichen selbst als %25.",
  },
  urlLength: {
    status: 414,
    title: "Adresse zu lang",
    detail: `Eine Adresse darf höchstens ${MAX_URL_CHARACTERS} Zeichen haben. Filter weglassen oder kürzen.`,
  },
  host: {
    status: 421,
    title: "Unbekannter Servername",
    detail:
      "Unter diesem Namen ist der Server nicht eingerichtet. Die beim Start gemeldete Adresse aufrufen oder die öffentliche Adresse in der Einstellung APP_ORIGIN eintragen und den Server neu starten.",
  },
  crossSite: {
    status: 403,
    title: "Fremde Herkunft",
    detail:
      "Die Anfrage kam von einer fremden Seite oder ohne prüfbare Herkunft und wurde nicht ausgeführt. Die Seite neu laden und den Schritt wiederholen. Hinter einem Proxy muss APP_ORIGIN der Adresse im Browser entsprechen.",
  },
  needsJson: {
    status: 415,
    title: "Falscher Inhaltstyp",
    detail: "Diese Schnittstelle erwartet JSON mit der Kopfzeile Content-Type: application/json.",
  },
  needsMultipart: {
    status: 415,
    title: "Falscher Inhaltstyp",
    detail: "Hier wird eine Datei als multipart/form-data mit einer Grenze (boundary) erwartet.",
  },
  needsForm: {
    status: 415,
    title: "Falscher Inhaltstyp",
    detail:
      "Seiten nehmen nur Formulare an: application/x-www-form-urlencoded oder multipart/form-data.",
  },
  encoding: {
    status: 415,
    title: "Komprimierte Anfrage",
    detail: "Die Anfrage ohne Komprimierung senden, also ohne die Kopfzeile Content-Encoding.",
  },
  unexpectedBody: {
    status: 400,
    title: "Inhalt nicht erwartet",
    detail: "Anfragen mit GET und HEAD haben keinen Inhalt. Die Angaben gehören in die Adresse.",
  },
  badRequest: {
    status: 400,
    title: "Anfrage nicht lesbar",
    detail: "Die Anfrage ist fehlerhaft aufgebaut. Die Adresse prüfen und erneut aufrufen.",
  },
};

/**
 * Makes the middleware that stands before everything that reads data. It refuses what no page and
 * no API client of this application sends, and caps the body while it arrives. It does not know
 * who is asking; that is decided behind it.
 *
 * It must run synchronously on the request event (only other synchronous middleware before it).
 */
export function createGate(options: GateOptions): RequestHandler {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const allowed = allowedOrigins(options.port, options.publicOrigins);
  const behindProxy = options.publicOrigins.length > 0;

  return (req, res, next) => {
    const requestId = randomUUID();
    res.locals.requestId = requestId;
    res.setHeader("X-Request-Id", requestId);
    req.headers["x-request-id"] = requestId;
    const refuseWith = (refusal: Refusal) => {
      const { status, reason } = refusal;
      options.log?.({ requestId, method: req.method, status, reason });
      refuse(req, res, refusal, limits.drainMilliseconds);
    };

    const reason =
      findMalformation(req) ?? findForeignness(req, allowed, behindProxy) ?? findWrongBody(req);
    if (reason) return refuseWith({ reason, ...REFUSALS[reason] });

    const kind = bodyKind(req);
    if (kind) {
      const limit = limits[`${kind}Bytes`];
      if (Number(req.headers["content-length"] ?? 0) > limit) return refuseWith(tooLarge(limit));
      limitBody(req, limit, () => {
        if (res.headersSent) abort(req);
        else refuseWith(tooLarge(limit));
      });
    }
    if (awaitingContinue.has(req)) res.writeContinue();
    next();
  };
}

type RefusalReason = keyof typeof REFUSALS;

/** Checks what can be read without knowing who this server is: method, headers, address. */
function findMalformation(req: Request): RefusalReason | undefined {
  if (!METHODS.includes(req.method)) return "method";
  // Node drops headers over its limit without a word, and one of them could be Origin.
  if (req.rawHeaders.length / 2 >= MAX_HEADERS) return "headers";
  if (SINGLE_HEADERS.some((name) => (req.headersDistinct[name]?.length ?? 0) > 1))
    return "ambiguous";
  if (!["chunked", undefined].includes(req.headers["transfer-encoding"]?.toLowerCase()))
    return "ambiguous";
  if (req.originalUrl.length > MAX_URL_CHARACTERS) return "urlLength";
  if (!isReadableUrl(req.originalUrl)) return "url";
  return undefined;
}

/**
 * One slash at the start, no backslash, no fragment, decodable, no hidden NUL. Spaces, umlauts and
 * control characters never get here, Node's parser takes only visible ASCII.
 */
function isReadableUrl(url: string): boolean {
  if (!/^\/(?!\/)[^\\#]*$/.test(url)) return false;
  try {
    const [path = ""] = url.split("?", 1);
    return !decodeURIComponent(url).includes("\0") && !decodeURIComponent(path).includes("\\");
  } catch {
    return false;
  }
}

/**
 * Checks that the request is meant for this server and comes from its own pages.
 *
 * Remix believes X-Forwarded-Host by itself, so without a proxy all such headers are deleted. With
 * one, the forwarded name is the one the browser used; it must be in the list like any Host.
 */
function findForeignness(
  req: Request,
  allowed: AllowedOrigins,
  behindProxy: boolean,
): RefusalReason | undefined {
  if (!isAllowedHost(req.headers.host, allowed)) return "host";
  // Remix compares Host and Origin letter by letter and answers 500 when only the case differs.
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
  // Reading needs no origin, and Remix answers 500 to HEAD of page data with a foreign one.
  if (req.method === "GET" || req.method === "HEAD") delete req.headers.origin;
  return undefined;
}

/** Checks that the announced body is one that the address behind it can read. */
function findWrongBody(req: Request): RefusalReason | undefined {
  const encoding = req.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") return "encoding";
  if (req.method === "GET" || req.method === "HEAD") {
    return hasBody(req) ? "unexpectedBody" : undefined;
  }
  const kind = bodyKind(req);
  const path = routePath(req.originalUrl);
  if (UPLOAD_PATHS.has(path)) return kind === "multipart" ? undefined : "needsMultipart";
  // A command such as "cancel" has nothing to say beyond its address.
  if (isApiPath(path)) return kind === "json" || !hasBody(req) ? undefined : "needsJson";
  // Forms name their type even when they are empty, and reading a form without a type throws.
  return kind === "form" || kind === "multipart" ? undefined : "needsForm";
}

function hasBody(req: IncomingMessage): boolean {
  return (
    req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0
  );
}

function bodyKind(req: IncomingMessage): BodyKind | undefined {
  const [type = "", ...parameters] = (req.headers["content-type"] ?? "").split(";");
  switch (type.trim().toLowerCase()) {
    case "application/json":
      return "json";
    case "application/x-www-form-urlencoded":
      return "form";
    case "multipart/form-data":
      return parameters.some((text) => /^\s*boundary=\S/i.test(text)) ? "multipart" : undefined;
    default:
      return undefined;
  }
}

/**
 * The path as the router will understand it: dot segments resolved, escapes decoded, in lower case,
 * without a closing slash and without the `.data` that marks a page's own data requests.
 */
function routePath(url: string): string {
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

function isApiPath(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

function tooLarge(limit: number): Refusal {
  const size = limit < MEGABYTE ? `${limit / 1024} KB` : `${limit / MEGABYTE} MB`;
  const detail = `Hier sind höchstens ${size} erlaubt. Die Datei oder Liste in kleinere Teile aufteilen und einzeln senden.`;
  return { reason: "tooLarge", status: 413, title: "Zu viele Daten", detail };
}

/**
 * Counts the body as it arrives and calls `onOver` when it passes the limit; from then on nothing
 * more reaches whoever reads the request, not even its end, so that a cut body is never taken for
 * a whole one. `onOver` may be called again and must put up with it.
 *
 * Node's HTTP parser hands every piece of a body to the request's `push`, the only entrance of a
 * readable stream. Standing there counts each byte once, before it is buffered, whether the reader
 * pipes, listens, iterates or does not read at all, and does not start the flow as a "data"
 * listener would.
 */
function limitBody(req: Request, limit: number, onOver: () => void): void {
  const push = req.push.bind(req);
  let bytes = req.readableLength;
  req.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) bytes += chunk.byteLength;
    if (bytes <= limit) return push(chunk, encoding);
    onOver();
    return true;
  };
}

/** Ends the connection and tells whoever still reads the body that it failed. */
function abort(req: IncomingMessage): void {
  // The socket goes first and without the error, which would otherwise count as a client's error.
  req.socket.destroy();
  req.destroy(new Error("Request body refused"));
}

/** Answers a refusal and closes the connection. */
function refuse(req: Request, res: Response, refusal: Refusal, drainMilliseconds: number): void {
  res.locals.refused = true;
  const body = writeRefusalHead(req, res, refusal);
  if (!hasBody(req)) {
    res.end(body);
    return;
  }
  // Closing while the client still sends makes its system throw our answer away. So the answer
  // goes out whole, the rest of the body is dropped for a moment, and only then the line is cut.
  res.write(body);
  const finish = () => res.end();
  const timer = setTimeout(finish, drainMilliseconds);
  req.push = (chunk: unknown) => {
    if (chunk === null) finish();
    return true;
  };
  res.once("close", () => {
    clearTimeout(timer);
    abort(req);
  });
}

function writeRefusalHead(req: Request, res: Response, refusal: Refusal): string {
  const path = routePath(req.originalUrl);
  const isProblem = isApiPath(path) || path === "/healthz";
  const body = isProblem ? problemDocument(refusal) : page(refusal);
  res.status(refusal.status).set({
    "Cache-Control": "no-store",
    Connection: "close",
    "Content-Length": String(Buffer.byteLength(body)),
    "Content-Type": isProblem ? "application/problem+json" : "text/html; charset=utf-8",
  });
  if (refusal.allow) res.set("Allow", refusal.allow);
  return body;
}

function problemDocument({ title, status, detail }: Refusal): string {
  return JSON.stringify({ type: "about:blank", title, status, detail });
}

/** A page of fixed texts only: nothing that the client sent is ever part of it. */
function page({ title, detail }: Refusal): string {
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body><main><h1>${title}</h1><p>${detail}</p><p><a href="/">Zur Startseite</a></p></main></body>
</html>
`;
}

/**
 * The last error handler: answers what middleware and Remix threw, without its text and without a
 * stack. Errors that carry a 4xx status (a bad escape in an address) keep it, all others are 500
 * with the request's id, under which the log holds the error.
 */
export function lastResort(log: GateLog): ErrorRequestHandler {
  // Express tells error handlers by their four parameters.
  return (error: unknown, req, res, _next) => {
    // Behind a refusal the reader of the cut body fails too; that is no news.
    if (res.locals.refused) return;
    const id: unknown = res.locals.requestId;
    const requestId = typeof id === "string" ? id : randomUUID();
    const status = clientErrorStatus(error) ?? 500;
    log({ requestId, method: req.method, status, reason: "failed", error });
    if (res.headersSent) {
      // Half an answer must not look like a whole one.
      req.socket.destroy();
      return;
    }
    // What the failed answer had said about its own content is not true of this one.
    for (const name of ["Content-Disposition", "Content-Encoding", "ETag", "Last-Modified"]) {
      res.removeHeader(name);
    }
    const refusal = status === 500 ? failure(requestId) : { ...REFUSALS.badRequest, status };
    res.end(writeRefusalHead(req, res, { reason: "failed", ...refusal }));
  };
}

function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error && "status" in error)) return undefined;
  const { status } = error;
  return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
}

function failure(requestId: string) {
  return {
    status: 500,
    title: "Interner Fehler",
    detail: `Der Server konnte die Anfrage nicht bearbeiten. Den Schritt wiederholen; bleibt der Fehler, hilft die Vorgangsnummer ${requestId} bei der Suche im Protokoll.`,
  };
}

/** Requests whose client waits for a word before it sends the body. */
const awaitingContinue = new WeakSet<IncomingMessage>();

/**
 * Options for `http.createServer` that cannot be set later: how often (milliseconds) Node looks for
 * connections over their time. Its own 30 s would stretch a limit of 15 s to 45 s.
 */
export const SERVER_OPTIONS = { connectionsCheckingInterval: 5_000 };

/**
 * Sets the time and count limits of the HTTP server and answers what is too broken to become a
 * request. Call it once, before listening. A client that asks first (`Expect: 100-continue`) gets
 * its word from the gate, so a refused body is never sent.
 */
export function hardenServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 5_000;
  server.maxConnections = 500;
  server.maxHeadersCount = MAX_HEADERS;

  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on("request", (req, res) => responses.set(req.socket, res));
  server.on("checkContinue", (req, res) => {
    awaitingContinue.add(req);
    server.emit("request", req, res);
  });
  // A tunnel is never opened; Node would close the line without a word.
  server.on("connect", (_req, socket) => {
    const head = `405 Method Not Allowed\r\nAllow: ${METHODS.join(", ")}`;
    closeWith(socket, head, "Der Server vermittelt keine Verbindungen.");
  });

  const closing = new WeakSet<Duplex>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Every further piece of a broken request reports the error again.
    if (closing.has(socket)) return;
    closing.add(socket);
    const answer = responses.get(socket);
    // An answer that has begun must not get a second one in its middle.
    if (!socket.writable || (answer?.headersSent && !answer.writableFinished)) socket.destroy();
    else closeWith(socket, ...(BROKEN[error.code ?? ""] ?? UNREADABLE));
  });
}

/** Status line and text for what Node reports about a request that never became one. */
const BROKEN: Record<string, [head: string, text: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "Die Anfrage kam zu langsam an."],
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "Die Kopfzeilen sind zu groß. Die Cookies dieser Seite löschen und sie erneut aufrufen.",
  ],
};
const UNREADABLE: [head: string, text: string] = [
  "400 Bad Request",
  "Die Anfrage ist nicht lesbar. Umlaute und Leerzeichen in Adressen werden prozentkodiert.",
];

function closeWith(socket: Duplex, head: string, text: string): void {
  const length = Buffer.byteLength(text);
  const type = "Content-Type: text/plain; charset=utf-8";
  socket.on("error", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${head}\r\nConnection: close\r\n${type}\r\nContent-Length: ${length}\r\n\r\n${text}`,
  );
  // As behind a refusal, what is still on its way is dropped for a moment before the line is cut.
  setTimeout(() => socket.destroy(), 1_000).unref();
}
