/** Limits of the HTTP server itself, and its answers to what never becomes a request. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { METHODS } from "./request-line";

export const MAX_HEADERS = 100;

/**
 * Options for `http.createServer` that cannot be set later: how often (milliseconds) Node looks for
 * connections over their time. Its own 30 s would stretch a limit of 15 s to 45 s.
 */
export const SERVER_OPTIONS = { connectionsCheckingInterval: 5_000 };

const waitingForContinue = new WeakSet<IncomingMessage>();

/** The client sends `Expect: 100-continue` and waits before it sends the body. */
export function waitsForContinue(req: IncomingMessage): boolean {
  return waitingForContinue.has(req);
}

/**
 * Sets the time and count limits of the HTTP server and answers what is too broken to become a
 * request. Call it once, before listening. A client that asks first (`Expect: 100-continue`) gets
 * its word behind the gate, so a refused body is never sent.
 */
export function hardenServer(server: Server): void {
  server.headersTimeout = 15_000;
  // Long enough for an upload; for all other bodies the gate has a shorter limit.
  server.requestTimeout = 5 * 60_000;
  // Longer than proxies and programs keep theirs: a connection must not be closed just when a request is on its way.
  server.keepAliveTimeout = 65_000;
  // Whoever neither sends nor takes anything for so long holds a connection for nothing; a page that follows a job hears
  // something far more often, and whoever is known may wait longer (scripts/server.ts).
  server.timeout = 120_000;
  // Fifty browsers with six each, and programs.
  server.maxConnections = 1_000;
  server.maxHeadersCount = MAX_HEADERS;

  server.on("checkContinue", (req, res) => {
    waitingForContinue.add(req);
    server.emit("request", req, res);
  });
  // Node would answer without a word, past the gate.
  server.on("checkExpectation", (req) => {
    closeWith(req.socket, "417 Expectation Failed", "Die Kopfzeile Expect weglassen.");
  });
  // A tunnel is never opened; Node would close the line without a word.
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
  // As behind a refusal, what is still on its way is dropped for a moment before the line is cut.
  setTimeout(() => socket.destroy(), 1_000).unref();
}
