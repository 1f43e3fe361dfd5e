import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Request, RequestHandler, Response } from "express";
import { Refusal } from "../../refusal";
import { refuse } from "./gate-refusal.server";

/** `Retry-After` in seconds: about one start of the server. */
const STOPPING = new Refusal(
  503,
  "Der Server wird gerade beendet oder neu gestartet. In ein paar Sekunden noch einmal versuchen.",
  { headers: { "Retry-After": "5" } },
);

/** Milliseconds. Slower answers get 503, or are cut if they have begun. */
const ANSWERS_MS = 7_500;
/** Time for connected clients to receive the 503. */
const FAREWELL_MS = 400;

/** A pipelined response emits no `close` when its client leaves, so the socket's `close` counts too. */
export function onClosed({ socket }: IncomingMessage, res: ServerResponse, run: () => void): void {
  const end = () => {
    res.off("close", end);
    socket.off("close", end);
    run();
  };
  res.on("close", end);
  socket.on("close", end);
}

/** Mount `count` before every handler. Once stopping, it refuses new requests with 503. */
export function createDrain(answersMs = ANSWERS_MS) {
  const open = new Map<Response, Request>();
  let isStopping = false;
  let notifyEmpty = () => {};

  const count: RequestHandler = (req, res, next) => {
    if (isStopping) return refuse(req, res, STOPPING, FAREWELL_MS);
    open.set(res, req);
    onClosed(req, res, () => {
      open.delete(res);
      if (open.size === 0) notifyEmpty();
    });
    next();
  };

  /** Resolves after all answers or their time limit. */
  async function finish(server: Server): Promise<void> {
    isStopping = true;
    // Keep-alive clients must reconnect: to the 503 or to the next server.
    for (const res of open.keys()) res.shouldKeepAlive = false;
    await untilEmpty(answersMs);
    if ((await countConnections(server)) > 0) await delay(FAREWELL_MS);
    for (const [res, req] of open) if (!res.headersSent) refuse(req, res, STOPPING, FAREWELL_MS);
    await untilEmpty(FAREWELL_MS);
    const closed = new Promise((resolve) => server.close(resolve));
    await Promise.race([closed, delay(FAREWELL_MS)]);
    server.closeAllConnections();
  }

  async function untilEmpty(limitMs: number): Promise<void> {
    if (open.size === 0) return;
    const empty = new Promise<void>((resolve) => {
      notifyEmpty = resolve;
    });
    await Promise.race([empty, delay(limitMs)]);
  }

  return { count, finish };
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}
