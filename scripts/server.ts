import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import compression from "compression";
import express, { type RequestHandler } from "express";
import { createDrain } from "../app/http/gate/drain.server";
import { createBodyCheck, createGate } from "../app/http/gate/gate.server";
import { errorHandler, type GateLogEntry } from "../app/http/gate/gate-refusal.server";
import { hardenServer, SERVER_OPTIONS } from "../app/http/gate/harden-server.server";
import { isDataPath, routePath } from "../app/http/gate/request-line";
import { allowedOrigins } from "../app/http/gate/request-origin";
import { securityHeaders } from "../app/http/gate/security-headers.server";
import { admissionOf, createAdmission } from "../app/http/guard/admission.server";
import { storeFault } from "../app/refusal";
import { publicFiles } from "./public-files";

/** Exit codes of sysexits.h: bad data, bad configuration, temporary failure. */
const EX_DATAERR = 65;
const EX_CONFIG = 78;
const EX_TEMPFAIL = 75;
/** Longest stop; the next start resumes what still runs then. */
const STOP_LIMIT_MS = 9_500;
/** How long a known client may wait without a byte, for example to change a million leads. */
const WAIT_LIMIT_MS = 3_600_000;
/** Signals within this time count as one. */
const SAME_SIGNAL_MS = 1_000;

type AppBuild = typeof import("../app/server");

function leave(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

async function loadBuild(): Promise<AppBuild> {
  try {
    return await import(pathToFileURL(resolve("build/server/index.js")).href);
  } catch (error) {
    const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
    if (name === "RunLockTakenError") {
      leave(EX_TEMPFAIL, `Die Datenbank wird schon von einem anderen Server benutzt: ${message}`);
    }
    if (name === "NewerStoreError") leave(EX_DATAERR, message);
    if (name === "OpenAddressError") leave(EX_CONFIG, message);
    const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
    const fault = storeFault(error, "") ?? storeFault(cause, "");
    if (fault !== null)
      leave(EX_TEMPFAIL, `Der Leadspeicher kann nicht starten: ${fault.message} (${reason})`);
    leave(1, `Der Leadspeicher kann nicht starten: ${reason}`);
  }
}

/** Cross-site responses stay uncompressed: their size would reveal whether a guess in the URL occurs in the page. */
const compress = compression({
  filter: (req, res) =>
    [undefined, "same-origin", "none"].includes(req.get("sec-fetch-site")) &&
    compression.filter(req, res),
});
const compressSameSite: RequestHandler = (req, res, next) => {
  if (req.headers["accept-encoding"] !== undefined) return compress(req, res, next);
  res.vary("Accept-Encoding");
  next();
};

/** Serves the build behind the gate until SIGTERM or SIGINT. Settings come from the environment. */
export async function serve(): Promise<void> {
  const build = await loadBuild();
  const { env, log, logContext, stopServices } = build;

  const app = express();
  app.disable("x-powered-by");
  // Routes parse queries themselves.
  app.set("query parser", () => ({}));
  const server = createServer(SERVER_OPTIONS, app);
  hardenServer(server);
  await new Promise<void>((ready, fail) => {
    server.once("error", fail);
    server.listen(env.PORT, env.HOST, ready);
  }).catch(async (error: Error) => {
    await stopServices();
    const sentence =
      "code" in error && error.code === "EADDRINUSE"
        ? `${env.HOST}:${env.PORT} ist belegt. Mit PORT=${env.PORT + 1} einen anderen Port wählen.`
        : `Auf ${env.HOST}:${env.PORT} kann der Server nicht lauschen: ${error.message}`;
    leave(1, sentence);
  });
  const { port } = server.address() as AddressInfo;

  const drain = createDrain();
  const origins = allowedOrigins(port, env.APP_ORIGIN, env.HOST);
  const logRefusal = (entry: GateLogEntry) => log.warn(entry, "refused");
  app.use(securityHeaders({ https: env.APP_ORIGIN.some((origin) => origin.startsWith("https:")) }));
  app.use(drain.count);
  app.use(createGate({ port, host: env.HOST, publicOrigins: env.APP_ORIGIN, log: logRefusal }));
  app.use((_req, res, next) => logContext.run({ requestId: res.locals.requestId }, next));
  app.use(publicFiles("public"));
  app.use(compressSameSite);
  app.use(createAdmission({ admit: (facts) => build.admit(facts, origins), log: logRefusal }));
  app.use(
    createBodyCheck({
      isAnswered: (req, res) =>
        admissionOf(res)?.identity !== null || build.isOpenPath(routePath(req.originalUrl)),
      log: logRefusal,
    }),
  );
  app.use((_req, res, next) => {
    if (admissionOf(res)?.identity) res.setTimeout(WAIT_LIMIT_MS);
    next();
  });
  app.use(
    build.createAppHandler(build, (req, res) =>
      build.loadContext({
        requestId: res.locals.requestId,
        cspNonce: res.locals.cspNonce,
        admission: admissionOf(res),
        isData: isDataPath(req.path),
      }),
    ),
  );
  app.use(errorHandler((entry) => log.error(entry, "request failed")));
  let stoppingSince: number | null = null;
  const stop = async () => {
    if (stoppingSince !== null) {
      // One Ctrl-C arrives from the terminal and from npm. A later signal exits at once: job steps are transactions, so
      // none is half done.
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref();
    await stopServices(drain.finish(server));
    process.exit(0);
  };
  // Node would print the message, which may contain user input.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "the program ends by a fault");
    process.exit(1);
  });
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  const origin = `http://${env.HOST.includes(":") ? `[${env.HOST}]` : env.HOST}:${port}`;
  const link = await build.startLink(origin);
  // On a full disk these lines are lost, like those of the log.
  process.stdout.on("error", () => {});
  if (link !== null) process.stdout.write(`Anmelden (einmal, 30 Minuten lang): ${link}\n`);
  // Last, since a reader may stop the server right after it.
  process.stdout.write(`listening on ${origin}\n`);
}
