import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { METHODS } from "./request-line";

export const MAX_HEADERS = 100;

/** Milliseconds. Node's default of 30 s would stretch a limit of 15 s to 45 s. */
export const SERVER_OPTIONS = { connectionsCheckingInterval: 5_000 };

const waitingForContinue = new WeakSet<IncomingMessage>();

export function waitsForContinue(req: IncomingMessage): boolean {
  return waitingForContinue.has(req);
}

/** Call once before listening. `Expect: 100-continue` waits for the gate, so a refused body is never sent. */
export function hardenServer(server: Server): void {
  server.headersTimeout = 15_000;
  // Allows an upload; the gate limits other bodies.
  server.requestTimeout = 5 * 60_000;
  // Longer than proxies' timeout, so that a request never meets a closing connection.
  server.keepAliveTimeout = 65_000;
  // Frees idle connections; known clients may wait longer (scripts/server.ts).
  server.timeout = 120_000;
  // Fifty browsers with six connections each, and programs.
  server.maxConnections = 1_000;
  server.maxHeadersCount = MAX_HEADERS;

  server.on("checkContinue", (req, res) => {
    waitingForContinue.add(req);
    server.emit("request", req, res);
  });
  // Node would answer without the gate.
  server.on("checkExpectation", (req) => {
    closeWith(req.socket, "417 Expectation Failed", "Die Kopfzeile Expect weglassen.");
  });
  // Node would close a tunnel request without an answer.
  server.on("connect", (_req, socket) => {
    const head = `405 Method Not Allowed\r\nAllow: ${METHODS.join(", ")}`;
    closeWith(socket, head, "Der Server vermittelt keine Verbindungen.");
  });
  answerBrokenRequests(server);
}

function answerBrokenRequests(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on("request", (req, res) => responses.set(req.socket, res));

  const closing = new WeakSet<Duplex>();
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Each further piece of a broken request reports the error again.
    if (closing.has(socket)) return;
    closing.add(socket);
    const answer = responses.get(socket);
    // A begun answer must not get a second one in its middle.
    if (!socket.writable || (answer?.headersSent && !answer.writableFinished)) socket.destroy();
    else closeWith(socket, ...(BROKEN[error.code ?? ""] ?? UNREADABLE));
  });
}

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
  const headers = [
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    "X-Content-Type-Options: nosniff",
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    "Cache-Control: no-store",
    `Content-Length: ${length}`,
  ].join("\r\n");
  socket.on("error", () => socket.destroy());
  socket.end(`HTTP/1.1 ${head}\r\n${headers}\r\n\r\n${text}`);
  // Closing at once would make the client's system discard the answer.
  setTimeout(() => socket.destroy(), 1_000).unref();
}
