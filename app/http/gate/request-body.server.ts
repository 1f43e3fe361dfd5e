import type { IncomingMessage, ServerResponse } from "node:http";

export type BodyKind = "json" | "form" | "multipart";

export function hasBody(req: IncomingMessage): boolean {
  return (
    req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0
  );
}

/** Undefined for everything that nothing here reads. */
export function bodyKind(req: IncomingMessage): BodyKind | undefined {
  const [type = "", ...parameters] = (req.headers["content-type"] ?? "").split(";");
  switch (type.trim().toLowerCase()) {
    case "application/json":
    case "application/merge-patch+json":
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
 * Counts the body as it arrives and calls `onOver` when it passes the limit; from then on nothing
 * more reaches the reader of the request, not even its end, so that a cut body is never taken for
 * a whole one.
 *
 * Node's HTTP parser hands every piece of a body to the request's `push`, the only entrance of a
 * readable stream. Standing there counts each byte once, before it is buffered, whether the reader
 * pipes, listens, iterates or does not read at all, and does not start the flow as a "data"
 * listener would.
 */
export function limitBodySize(req: IncomingMessage, limit: number, onOver: () => void): void {
  const push = req.push.bind(req);
  let bytes = req.readableLength;
  req.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) bytes += chunk.byteLength;
    if (bytes <= limit) return push(chunk, encoding);
    dropBody(req);
    onOver();
    return true;
  };
}

/** Calls `onSlow` when the body has not arrived whole in this time. */
export function limitBodyTime(
  req: IncomingMessage,
  milliseconds: number,
  onSlow: () => void,
): void {
  const timer = setTimeout(() => {
    if (!req.complete) onSlow();
  }, milliseconds).unref();
  req.once("close", () => clearTimeout(timer));
}

/** Withholds the rest of the body from its reader; calls `onEnd` when all of it has come. */
export function dropBody(req: IncomingMessage, onEnd?: () => void): void {
  req.push = (chunk: unknown) => {
    if (chunk === null) onEnd?.();
    return true;
  };
}

/**
 * Drops what is left of a body when its answer is out, or ends the connection when that takes too long. Node does so
 * where reading has not begun; a reader that stopped half-way would hold up the next request of the connection.
 */
export function dropRest(req: IncomingMessage, res: ServerResponse, milliseconds: number): void {
  res.once("finish", () => {
    if (req.complete || req.socket.destroyed) return;
    const timer = setTimeout(() => abortBody(req), milliseconds).unref();
    dropBody(req, () => clearTimeout(timer));
    // It stands still because of the reader.
    req.socket.resume();
  });
}

/** Ends the connection and fails the body's reader. */
export function abortBody(req: IncomingMessage): void {
  // The socket goes first and without the error, which would otherwise count as a client's error.
  req.socket.destroy();
  req.destroy(new Error("Request body refused"));
}
