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

type Params = Record<string, string>;
type Answer = (request: Request, context: AppLoadContext) => Promise<Response>;

/**
 * Makes what answers requests behind the gate: a route of the API directly, everything else by the framework, which
 * would compare every address with all routes anew.
 */
export function createAppHandler(
  build: ServerBuild,
  contextOf: (req: HttpRequest, res: HttpResponse) => AppLoadContext,
): RequestHandler {
  const findApi = apiRoutes(build.routes);
  const answerPage = createRequestHandler(build, "production");
  return (req, res, next) => {
    const answer = (PLAIN_PATH.test(req.path) && findApi(req.path)) || answerPage;
    answer(toRequest(req, res), contextOf(req, res))
      .then((response) => send(response, res))
      .catch(next);
  };
}

/** Finds the route of an address of the API; undefined where there is none. */
function apiRoutes(routes: ServerBuild["routes"]): (path: string) => Answer | undefined {
  const plain = new Map<string, Answer>();
  const withParams: { pattern: string[]; answerWith(params: Params): Answer }[] = [];
  for (const route of Object.values(routes)) {
    const path = `/${route?.path ?? ""}`;
    const { loader, action, default: page } = route?.module ?? {};
    if (!isApiPath(path) || page !== undefined || loader === undefined) continue;
    const answerWith =
      (params: Params): Answer =>
      async (request, context) => {
        const isReading = request.method === "GET" || request.method === "HEAD";
        const result: unknown = await (isReading ? loader : (action ?? loader))({
          request,
          params,
          context,
        });
        if (result instanceof Response) return result;
        throw new Error(`the route ${path} answers no Response`);
      };
    if (!path.includes(":")) plain.set(path.toLowerCase(), answerWith({}));
    else if (!path.includes("*")) {
      withParams.push({ pattern: path.split("/"), answerWith });
    }
  }
  return (path) => {
    const found = plain.get(path.toLowerCase());
    if (found !== undefined) return found;
    for (const { pattern, answerWith } of withParams) {
      const params = readParams(pattern, path.split("/"));
      if (params !== null) return answerWith(params);
    }
    return undefined;
  };
}

/** The path parameters of an address; null where the route does not match. */
function readParams(pattern: readonly string[], parts: readonly string[]): Params | null {
  const isParam = (part: string) => part.startsWith(":");
  const isMatch = (part: string, at: number) =>
    isParam(part) || part.toLowerCase() === parts[at]?.toLowerCase();
  if (pattern.length !== parts.length || !pattern.every(isMatch)) return null;
  const params: Params = {};
  for (const [at, part] of pattern.entries()) {
    if (isParam(part)) params[part.slice(1)] = parts[at] ?? "";
  }
  return params;
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
    // Said here, since the middleware that packs answers would begin one of unknown length, in pieces.
    res.setHeader("Content-Length", body.length);
    res.end(body);
  } else if (response.body === null) res.end();
  else await writeReadableStreamToWritable(response.body, res);
}
