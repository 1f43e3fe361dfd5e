import type { Server } from "node:http";

export const MAX_HEADERS = 100;

/** Milliseconds. Node's default of 30 s would stretch a limit of 15 s to 45 s. */
export const SERVER_OPTIONS = { connectionsCheckingInterval: 5_000 };

/** Call once before listening. */
export function hardenServer(server: Server): void {
  server.headersTimeout = 15_000;
  // Allows an upload.
  server.requestTimeout = 5 * 60_000;
  // Longer than proxies' timeout, so that a request never meets a closing connection.
  server.keepAliveTimeout = 65_000;
  // Frees idle connections; known clients may wait longer (scripts/server.ts).
  server.timeout = 120_000;
  // Fifty browsers with six connections each, and programs.
  server.maxConnections = 1_000;
  server.maxHeadersCount = MAX_HEADERS;
}
