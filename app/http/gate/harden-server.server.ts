import type { Server } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";

export const MAX_HEADERS = 100;

/** Milliseconds. Node's default of 30 s would stretch a limit of 15 s to 45 s. */
export const SERVER_OPTIONS = { connectionsCheckingInterval: 5_000 };

const BROKEN: Record<string, readonly [status: string, text: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "Die Anfrage kam zu langsam an."],
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "Die Kopfzeilen sind zu groß. Die Cookies dieser Seite löschen und sie erneut aufrufen.",
  ],
};
const UNREADABLE = [
  "400 Bad Request",
  "Die Anfrage ist nicht lesbar. Umlaute und Leerzeichen in Adressen werden prozentkodiert.",
] as const;

/** Sends nothing on a connection that already carried a response: the text would land inside it. */
function answerBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  const isFresh = socket instanceof Socket && socket.bytesWritten === 0 && socket.writable;
  if (!isFresh) return void socket.destroy();
  const [status, text] = BROKEN[error.code ?? ""] ?? UNREADABLE;
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8`;
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

/** Call once before listening. */
export function hardenServer(server: Server): void {
  server.headersTimeout = 15_000;
  // Long enough for an upload.
  server.requestTimeout = 5 * 60_000;
  // Longer than proxies' idle timeouts, so that no request meets a closing connection.
  server.keepAliveTimeout = 65_000;
  // Frees idle connections; known clients may wait longer (scripts/server.ts).
  server.timeout = 120_000;
  // Fifty browsers with six connections each, plus API clients.
  server.maxConnections = 1_000;
  server.maxHeadersCount = MAX_HEADERS;
  server.on("clientError", answerBroken);
}
