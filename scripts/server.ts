import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import express from "express";
import { createGate } from "../app/http/gate.server";
import { hardenServer, SERVER_OPTIONS } from "../app/http/harden-server.server";
import { lastResort } from "../app/http/last-resort.server";
import { allowedOrigins } from "../app/http/request-origin";
import { securityHeaders } from "../app/http/security-headers.server";

/** Exit codes of sysexits.h: wrong configuration, and a failure that another try later may mend. */
const EX_CONFIG = 78;
const EX_TEMPFAIL = 75;
/** A stop takes no longer than this, in milliseconds; then what still runs is left to the next start. */
const STOP_LIMIT_MS = 8_000;
/** Signals that come closer together than this are one, in milliseconds. */
const SAME_SIGNAL_MS = 1_000;

type AppBuild = typeof import("../app/server");

function leave(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/** There is no login yet, so nobody but this machine may reach the server. */
function refuseOpenAddress(): void {
  const host = process.env.HOST?.trim() || "127.0.0.1";
  const isLoopback = host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
  if (isLoopback && !process.env.APP_ORIGIN?.trim()) return;
  leave(
    EX_CONFIG,
    "Der Leadspeicher hat noch keine Anmeldung und ist deshalb nur auf diesem Rechner erreichbar: HOST auf 127.0.0.1 setzen und APP_ORIGIN leer lassen.",
  );
}

async function loadBuild(): Promise<AppBuild> {
  try {
    return await import(pathToFileURL(resolve("build/index.js")).href);
  } catch (error) {
    if (error instanceof Error && error.name === "RunLockTakenError") {
      leave(
        EX_TEMPFAIL,
        `Die Datenbank wird schon von einem anderen Server benutzt: ${error.message}`,
      );
    }
    const cause =
      error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
    leave(
      1,
      `Der Leadspeicher kann nicht starten: ${error instanceof Error ? error.message : error}${cause}`,
    );
  }
}

/** Serves the build behind the gate until SIGTERM or SIGINT. Settings come from the environment. */
export async function serve(): Promise<void> {
  refuseOpenAddress();
  const build = await loadBuild();
  const { env, log, stopServices } = build;

  const app = express();
  app.disable("x-powered-by");
  const server = createServer(SERVER_OPTIONS, app);
  hardenServer(server);
  await new Promise<void>((ready, fail) => {
    server.once("error", fail);
    server.listen(env.PORT, env.HOST, ready);
  }).catch(async (error: Error) => {
    await stopServices();
    leave(1, `Auf ${env.HOST}:${env.PORT} kann der Server nicht lauschen: ${error.message}`);
  });
  const { port } = server.address() as AddressInfo;

  const origins = allowedOrigins(port, env.APP_ORIGIN);
  app.use(securityHeaders({ https: env.APP_ORIGIN.some((origin) => origin.startsWith("https:")) }));
  app.use(
    createGate({ port, publicOrigins: env.APP_ORIGIN, log: (entry) => log.warn(entry, "refused") }),
  );
  app.use(
    "/build",
    express.static("public/build", {
      immutable: true,
      maxAge: "1y",
      index: false,
      redirect: false,
    }),
  );
  app.use(express.static("public", { maxAge: "1h", index: false, redirect: false }));
  app.all(
    "*",
    createRequestHandler({
      build,
      mode: "production",
      getLoadContext: (_request, { locals }) =>
        build.loadContext({ requestId: locals.requestId, cspNonce: locals.cspNonce, origins }),
    }),
  );
  app.use(lastResort((entry) => log.error(entry, "request failed")));
  let stoppingSince: number | null = null;
  const stop = async () => {
    if (stoppingSince !== null) {
      // A terminal and npm both pass one Ctrl-C on. Whoever asks again later wants it to end at once, and may: the
      // steps of jobs are transactions, so nothing is half done.
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref();
    server.close();
    server.closeIdleConnections();
    await stopServices();
    server.closeAllConnections();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  // Last of all: whoever reads it may ask the server to stop at once.
  process.stdout.write(
    `listening on http://${env.HOST.includes(":") ? `[${env.HOST}]` : env.HOST}:${port}\n`,
  );
}
