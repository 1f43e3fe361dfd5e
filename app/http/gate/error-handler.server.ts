import { randomUUID } from "node:crypto";
import type { ErrorRequestHandler } from "express";
import { Refusal } from "../../refusal";
import { type GateLog, writeRefusalHead } from "./gate-refusal.server";

/**
 * The last error handler: answers what middleware and Remix threw, without its text and without a
 * stack. Errors that carry a 4xx status (a bad escape in an address) keep it, all others are 500
 * with the request's id, under which the log holds the error.
 */
export function errorHandler(log: GateLog): ErrorRequestHandler {
  // Express tells error handlers by their four parameters.
  return (error: unknown, req, res, _next) => {
    // Behind a refusal the reader of the cut body fails too; that is no news.
    if (res.locals.refused) return;
    const id: unknown = res.locals.requestId;
    const requestId = typeof id === "string" ? id : randomUUID();
    const refusal = refusalFor(error, requestId);
    log({ requestId, method: req.method, status: refusal.status, reason: "failed", error });
    if (res.headersSent) {
      // Half an answer must not look like a whole one.
      req.socket.destroy();
      return;
    }
    // What the failed answer had said about its own content is not true of this one.
    for (const name of ["Content-Disposition", "Content-Encoding", "ETag", "Last-Modified"]) {
      res.removeHeader(name);
    }
    res.end(writeRefusalHead(req, res, refusal));
  };
}

function refusalFor(error: unknown, requestId: string): Refusal {
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
