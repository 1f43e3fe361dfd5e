import type { IncomingMessage, ServerResponse } from "node:http";

export type BodyKind = "json" | "form" | "multipart";

export function hasBody(req: IncomingMessage): boolean {
  return (
    req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0
  );
}

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
 * Past the limit the reader gets nothing, not even the end, so a cut body never looks complete.
 * Node's parser passes every piece to `push`; a „data“ listener would start reading.
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

export function dropBody(req: IncomingMessage, onEnd?: () => void): void {
  req.push = (chunk: unknown) => {
    if (chunk === null) onEnd?.();
    return true;
  };
}

/** A reader that stopped midway would block the connection's next request. */
export function dropRest(req: IncomingMessage, res: ServerResponse, milliseconds: number): void {
  res.once("finish", () => {
    if (req.complete || req.socket.destroyed) return;
    const timer = setTimeout(() => abortBody(req), milliseconds).unref();
    dropBody(req, () => clearTimeout(timer));
    // The stopped reader left it paused.
    req.socket.resume();
  });
}

export function abortBody(req: IncomingMessage): void {
  // First, and without the error, which Node would report as a `clientError`.
  req.socket.destroy();
  req.destroy(new Error("Request body refused"));
}
