import { randomUUID } from "node:crypto";
import type { ErrorRequestHandler, Request, Response } from "express";
import { Refusal, storeFault } from "../../refusal";
import { type Problem, problemOf } from "../problem";
import { MAX_HEADERS } from "./harden-server.server";
import { abortBody, dropBody, hasBody } from "./request-body.server";
import { isApiPath, MAX_URL_CHARACTERS, METHODS, routePath } from "./request-line";

/** Omits address and headers, since they may hold secrets. */
export type GateLogEntry = {
  requestId: string;
  method: string;
  status: number;
  reason: string;
  err?: unknown;
};

export type GateLog = (entry: GateLogEntry) => void;

export type RefusalReason = keyof typeof REFUSALS;

const ALLOWED = METHODS.join(", ");

/** Messages never repeat what the client sent. */
export const REFUSALS = {
  method: new Refusal(
    405,
    `Erlaubt sind nur ${ALLOWED}. Die Anfrage mit einer davon wiederholen.`,
    { headers: { Allow: ALLOWED } },
  ),
  headers: new Refusal(431, `Die Anfrage mit weniger als ${MAX_HEADERS} Kopfzeilen wiederholen.`),
  ambiguous: new Refusal(
    400,
    "Eine Kopfzeile, die nur einmal vorkommen darf, ist doppelt oder widersprüchlich. Die Anfrage ohne sie wiederholen.",
  ),
  url: new Refusal(
    400,
    "Die Adresse muss mit genau einem Schrägstrich beginnen. Umlaute, Leerzeichen und Sonderzeichen werden prozentkodiert geschrieben, das Prozentzeichen selbst als %25.",
  ),
  formerData: new Refusal(404, "Unter dieser Adresse gibt es nichts."),
  urlLength: new Refusal(
    414,
    `Eine Adresse darf höchstens ${MAX_URL_CHARACTERS} Zeichen haben. Filter weglassen oder kürzen.`,
  ),
  host: new Refusal(
    421,
    "Unter diesem Namen ist der Server nicht eingerichtet. Die beim Start gemeldete Adresse aufrufen oder die öffentliche Adresse in der Einstellung APP_ORIGIN eintragen und den Server neu starten.",
  ),
  crossSite: new Refusal(
    403,
    "Die Anfrage kam von einer fremden Seite oder ohne prüfbare Herkunft und wurde nicht ausgeführt. Die Seite neu laden und den Schritt wiederholen. Hinter einem Proxy muss APP_ORIGIN der Adresse im Browser entsprechen.",
  ),
  needsJson: new Refusal(
    415,
    "Diese Schnittstelle erwartet JSON mit der Kopfzeile Content-Type: application/json.",
  ),
  needsMultipart: new Refusal(
    415,
    "Hier wird eine Datei als multipart/form-data mit einer Grenze (boundary) erwartet.",
  ),
  needsForm: new Refusal(
    415,
    "Seiten nehmen nur Formulare an: application/x-www-form-urlencoded oder multipart/form-data.",
  ),
  encoding: new Refusal(
    415,
    "Die Anfrage ohne Komprimierung senden, also ohne die Kopfzeile Content-Encoding.",
  ),
  unexpectedBody: new Refusal(
    400,
    "Anfragen mit GET und HEAD haben keinen Inhalt. Die Angaben gehören in die Adresse.",
  ),
  tooMany: new Refusal(
    429,
    "Zu viele Anfragen auf einmal. Kurz warten und den Schritt wiederholen.",
    { headers: { "Retry-After": "1" } },
  ),
  notSignedIn: new Refusal(401, "Bitte anmelden."),
};

const MEGABYTE = 1024 * 1024;

export function tooLarge(limitBytes: number): Refusal {
  const size = limitBytes < MEGABYTE ? `${limitBytes / 1024} KB` : `${limitBytes / MEGABYTE} MB`;
  return new Refusal(
    413,
    `Hier sind höchstens ${size} erlaubt. Die Datei oder Liste in kleinere Teile aufteilen und einzeln senden.`,
  );
}

export const DRAIN_MS = 2_000;

export function refuseFor(
  req: Request,
  res: Response,
  reason: RefusalReason,
  { log, drainMilliseconds = DRAIN_MS }: { log?: GateLog; drainMilliseconds?: number },
): void {
  const { status } = REFUSALS[reason];
  log?.({ requestId: String(res.locals.requestId), method: req.method, status, reason });
  refuse(req, res, REFUSALS[reason], drainMilliseconds);
}

export function refuse(
  req: Request,
  res: Response,
  refusal: Refusal,
  drainMilliseconds: number,
): void {
  res.locals.refused = true;
  const body = writeRefusalHead(req, res, refusal);
  if (!hasBody(req)) {
    res.end(body);
    return;
  }
  // Closing during an upload makes the client's system discard our answer, so the rest is drained first.
  res.write(body);
  const finish = () => res.end();
  const timer = setTimeout(finish, drainMilliseconds);
  dropBody(req, finish);
  res.once("close", () => {
    clearTimeout(timer);
    abortBody(req);
  });
}

function writeRefusalHead(req: Request, res: Response, refusal: Refusal): string {
  const problem = problemOf(refusal);
  const path = routePath(req.originalUrl);
  const isProblem = isApiPath(path);
  const body = isProblem ? JSON.stringify(problem) : page(problem);
  res.status(refusal.status).set({
    "Cache-Control": "no-store",
    Connection: "close",
    "Content-Length": String(Buffer.byteLength(body)),
    "Content-Type": isProblem ? "application/problem+json" : "text/html; charset=utf-8",
  });
  res.set(refusal.headers);
  return body;
}

/** Holds fixed texts only, so it escapes nothing. */
function page({ title, detail }: Problem): string {
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

/** Never sends an error's message or stack. Errors keep a 4xx status; all others become 500 with the request's id. */
export function errorHandler(log: GateLog): ErrorRequestHandler {
  // Express recognizes error handlers by their four parameters.
  return (error: unknown, req, res, _next) => {
    // A refused body also fails its reader; the refusal is logged already.
    if (res.locals.refused) return;
    const requestId = String(res.locals.requestId ?? randomUUID());
    const refusal = refusalFor(error, requestId);
    log({ requestId, method: req.method, status: refusal.status, reason: "failed", err: error });
    if (res.headersSent) {
      // Half an answer must not look complete.
      req.socket.destroy();
      return;
    }
    for (const name of ["Content-Disposition", "Content-Encoding", "ETag", "Last-Modified"]) {
      res.removeHeader(name);
    }
    res.end(writeRefusalHead(req, res, refusal));
  };
}

function refusalFor(error: unknown, requestId: string): Refusal {
  const fault = storeFault(error);
  if (fault !== null) return fault;
  const status = clientErrorStatus(error);
  return status === undefined
    ? new Refusal(
        500,
        `Der Server konnte die Anfrage nicht bearbeiten. Den Schritt wiederholen; bleibt der Fehler, hilft die Vorgangsnummer ${requestId} bei der Suche im Protokoll.`,
      )
    : new Refusal(
        status,
        "Die Anfrage ist fehlerhaft aufgebaut. Die Adresse prüfen und erneut aufrufen.",
      );
}

function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error && "status" in error)) return undefined;
  const { status } = error;
  return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
}
