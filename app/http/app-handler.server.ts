import type { ServerResponse } from "node:http";
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
  writeReadableStreamToWritable,
} from "@remix-run/node";
import type { Request as HttpRequest, Response as HttpResponse, RequestHandler } from "express";
import { isApiPath } from "./gate/request-line";
import { textOf } from "./text-response.server";

/** Addresses that mean the same to everybody; for others (escapes, dots) the framework's router decides. */
const PLAIN_PATH = /^(?:\/[\w-]+)+$/;

/**
 * Makes what answers requests behind the gate: the route of the API directly, everything else by the framework, which
 * would compare every address with all routes anew.
 */
export function createAppHandler(
  build: ServerBuild,
  contextOf: (req: HttpRequest, res: HttpResponse) => AppLoadContext,
): RequestHandler {
  const answerByFramework = createRequestHandler(build, "production");
  const answer = async (path: string, request: Request, context: AppLoadContext) => {
    const run = build.routes[apiRouteId(path) ?? ""]?.module.loader;
    if (run === undefined) return answerByFramework(request, context);
    const result: unknown = await run({ request, context, params: {} });
    if (result instanceof Response) return result;
    throw new Error(`the API answers no Response at ${path}`);
  };
  return (req, res, next) => {
    answer(req.path, toRequest(req, res), contextOf(req, res))
      .then((response) => send(response, res))
      .catch(next);
  };
}

/** The route of the API that answers an address in every method; undefined for a page. */
function apiRouteId(path: string): string | undefined {
  if (!PLAIN_PATH.test(path) || !isApiPath(path.toLowerCase())) return undefined;
  return path.toLowerCase() === "/healthz" ? "routes/healthz" : "routes/api.$";
}

function toRequest(req: HttpRequest, res: HttpResponse): Request {
  const controller = new AbortController();
  // Whoever goes before the answer is out asks for nothing any more.
  res.once("close", () => {
    if (!res.writableFinished) controller.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  }
  const { method } = req;
  const init: RequestInit = { method, headers, signal: controller.signal };
  if (method !== "GET" && method !== "HEAD") {
    init.body = createReadableStreamFromReadable(req);
    init.duplex = "half";
  }
  return new Request(`http://${req.headers.host}${req.originalUrl}`, init);
}

async function send(response: Response, res: ServerResponse): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  const text = textOf(response);
  if (text !== undefined) {
    const body = typeof text === "string" ? Buffer.from(text) : text;
    // Said here, since the middleware that packs answers would begin one of unknown length, in pieces.
    res.setHeader("Content-Length", body.length);
    res.end(body);
  } else if (response.body === null) res.end();
  else await writeReadableStreamToWritable(response.body, res);
}
