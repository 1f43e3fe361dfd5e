/** A server on a port of its own, put together as the real one is, and sockets to talk to it. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import express, { type RequestHandler } from "express";
import { createBodyCheck, createGate, type Limits } from "~/http/gate/gate.server";
import { errorHandler, type GateLogEntry } from "~/http/gate/gate-refusal.server";
import { hardenServer } from "~/http/gate/harden-server.server";
import { securityHeaders } from "~/http/gate/security-headers.server";

/** What every successful answer contains, so that its absence proves that nothing leaked. */
export const DATA = "lead-data";
export const LIMITS = {
  jsonBytes: 1_000,
  formBytes: 500,
  multipartBytes: 5_000,
  pageUploadBytes: 8_000,
  drainMilliseconds: 300,
};

/** What arrived behind the gate, and what the gate logged. */
type Seen = {
  /** Method, path and body length of requests that were read to their end. */
  changes: string[];
  bodyErrors: unknown[];
  log: GateLogEntry[];
};

/** Makes what stands behind the gate. */
export type HandlerMaker = (seen: Seen) => RequestHandler;

export type GatedServer = Awaited<ReturnType<typeof startGated>>;

const running = new Set<() => Promise<void>>();

export async function startGated(
  makeHandler: HandlerMaker,
  options: { publicOrigins?: string[]; limits?: Partial<Limits> } = {},
) {
  const { publicOrigins = [], limits } = options;
  const seen: Seen = { changes: [], bodyErrors: [], log: [] };
  const write = (entry: GateLogEntry) => seen.log.push(entry);
  const server = createServer({ connectionsCheckingInterval: 50 });
  hardenServer(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;

  const app = express().disable("x-powered-by");
  app.use(securityHeaders({ https: publicOrigins.length > 0 }));
  app.use(createGate({ port, publicOrigins, limits: { ...LIMITS, ...limits }, log: write }));
  const { drainMilliseconds } = LIMITS;
  app.use(createBodyCheck({ isAnswered: () => true, drainMilliseconds, log: write }));
  app.get("/broken", () => {
    throw new Error("secret detail /srv/app");
  });
  app.use(makeHandler(seen), errorHandler(write));
  server.on("request", app);

  const sockets = new Set<Socket>();
  running.add(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Opens a socket, sends the bytes and collects what comes back. */
  const open = (bytes: string) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    sockets.add(socket);
    const state = { text: "", ended: false };
    const end = () => {
      state.ended = true;
    };
    socket.setEncoding("latin1").on("end", end).on("close", end).on("error", end);
    socket.on("data", (text) => {
      state.text += text;
    });
    const own = bytes.replaceAll("{own}", "127.0.0.1:{port}");
    socket.write(own.replaceAll("{port}", String(port)), "latin1");
    return { socket, state };
  };
  /** Sends bytes and gives back what comes until the server closes the connection. */
  const send = async (bytes: string) => {
    const { state } = open(bytes);
    await until(() => state.ended);
    return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(state.text)?.[1] ?? 0), ...state };
  };
  return { ...seen, server, open, send };
}

/** For `afterEach`. */
export async function stopServers(): Promise<void> {
  const stops = [...running];
  running.clear();
  await Promise.all(stops.map((stop) => stop()));
}

/** Waits until the condition holds; one that never holds is left to the assertions behind. */
export async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 12_000;
  while (!condition() && Date.now() < end) await wait(2);
}

/** Reads bodies by listening; answers reading requests at once, and `/api/early` before its end. */
export const plainHandler: HandlerMaker = (seen) => (req, res) => {
  if (req.method === "GET" || req.method === "HEAD") {
    res.send(DATA);
    return;
  }
  let bytes = 0;
  req.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (req.path === "/api/early" && !res.headersSent) res.write(DATA);
  });
  req.on("error", (error) => seen.bodyErrors.push(error));
  req.on("end", () => {
    seen.changes.push(`${req.method} ${req.path} ${bytes}`);
    if (!res.headersSent) res.send(DATA);
  });
};
