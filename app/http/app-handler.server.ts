import type { ServerResponse } from "node:http";
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
  writeReadableStreamToWritable,
} from "@remix-run/node";
import type { Request as HttpRequest, Response as HttpResponse, RequestHandler } from "express";
import { textOf } from "./text-response.server";

/** Paths with escapes or dots are left to the framework's router. */
const PLAIN_PATH = /^(?:\/[\w-]+)+$/;

const API_ROUTE = "routes/api.$";

/** API requests skip the framework's router, which would compare each path with every route. */
export function createAppHandler(
  build: ServerBuild,
  contextOf: (req: HttpRequest, res: HttpResponse) => AppLoadContext,
): RequestHandler {
  const { loader, action } = build.routes[API_ROUTE]?.module ?? {};
  const answerPage = createRequestHandler(build, "production");
  const answerApi = async (request: Request, context: AppLoadContext) => {
    const isReading = request.method === "GET" || request.method === "HEAD";
    const result: unknown = await (isReading ? loader : action)?.({ request, params: {}, context });
    if (result instanceof Response) return result;
    throw new Error(`the API answers no Response to ${request.url}`);
  };
  return (req, res, next) => {
    const isApi = loader !== undefined && PLAIN_PATH.test(req.path) && req.path.startsWith("/api/");
    (isApi ? answerApi : answerPage)(toRequest(req, res), contextOf(req, res))
      .then((response) => send(response, res))
      .catch(next);
  };
}

function toRequest(req: HttpRequest, res: HttpResponse): Request {
  const controller = new AbortController();
  // A client that closes early no longer needs the answer.
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
    // Without a length the compression middleware would send chunks.
    res.setHeader("Content-Length", body.length);
    res.end(body);
  } else if (response.body === null) res.end();
  else await writeReadableStreamToWritable(response.body, res);
}
