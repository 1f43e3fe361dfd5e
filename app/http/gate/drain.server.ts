import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Request, RequestHandler, Response } from "express";
import { Refusal } from "../../refusal";
import { refuse } from "./gate-refusal.server";

/** Seconds; about one start. */
const STOPPING = new Refusal(
  503,
  "Der Server wird gerade beendet oder neu gestartet. In ein paar Sekunden noch einmal versuchen.",
  { headers: { "Retry-After": "5" } },
);

interface DrainTimes {
  /** Slower answers get 503, or are cut if they have begun. */
  answersMs: number;
  /** Wait after the last answer, so that connected clients hear of the stop. */
  noticeMs: number;
  farewellMs: number;
}

const TIMES: DrainTimes = { answersMs: 7_500, noticeMs: 300, farewellMs: 400 };

/** A pipelined answer never closes with its client, so the connection's end counts too. */
export function onceOver({ socket }: IncomingMessage, res: ServerResponse, run: () => void): void {
  const end = () => {
    res.off("close", end);
    socket.off("close", end);
    run();
  };
  res.on("close", end);
  socket.on("close", end);
}

/** `count` must precede every handler. After the stop it refuses new requests with 503. */
export function createDrain(times: Partial<DrainTimes> = {}) {
  const { answersMs, noticeMs, farewellMs } = { ...TIMES, ...times };
  const open = new Map<Response, Request>();
  let isStopping = false;
  let tellEmpty = () => {};

  const count: RequestHandler = (req, res, next) => {
    if (isStopping) return refuse(req, res, STOPPING, farewellMs);
    open.set(res, req);
    onceOver(req, res, () => {
      open.delete(res);
      if (open.size === 0) tellEmpty();
    });
    next();
  };

  /** Resolves after all answers or their time limit. */
  async function finish(server: Server): Promise<void> {
    isStopping = true;
    // Kept-alive clients must open a new connection, which reaches the notice or the next server.
    for (const res of open.keys()) res.shouldKeepAlive = false;
    await untilEmpty(answersMs);
    if ((await countConnections(server)) > 0) await delay(noticeMs);
    for (const [res, req] of open) if (!res.headersSent) refuse(req, res, STOPPING, farewellMs);
    await untilEmpty(farewellMs);
    const closed = new Promise((resolve) => server.close(resolve));
    await Promise.race([closed, delay(farewellMs)]);
    server.closeAllConnections();
  }

  async function untilEmpty(limitMs: number): Promise<void> {
    if (open.size === 0) return;
    const empty = new Promise<void>((resolve) => {
      tellEmpty = resolve;
    });
    await Promise.race([empty, delay(limitMs)]);
  }

  return { count, finish };
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}
