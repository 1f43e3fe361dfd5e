import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { invalidInput, notFound, Refusal } from "../refusal";
import type { ApiMethod, ApiOperation } from "./api-operation";
import { readForm } from "./read-form.server";
import { inputIssues, type ObjectSchema, parseSearchParams } from "./search-params";

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

interface ApiRequest<Query extends ObjectSchema, Body extends ObjectSchema> {
  request: Request;
  context: AppLoadContext;
  query: z.infer<Query>;
  body: z.infer<Body>;
  /** A part of the path by its name; 404 where the route has none of that name. */
  param(name: string): string;
}

interface ApiHandler {
  method: ApiMethod;
  handle(args: RouteArgs): Promise<Response>;
}

async function readJson(request: Request, known: readonly string[]): Promise<unknown> {
  const text = request.body === null ? "" : await request.text();
  return text === "" && known.length === 0 ? {} : parseJson(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "Der Inhalt der Anfrage ist kein JSON.");
  }
}

/** The parts of a form by their names; a part sent twice is a list, which no field of one value takes. */
async function readParts(request: Request): Promise<unknown> {
  const form = await readForm(request);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

async function readBody<Body extends ObjectSchema>(
  request: Request,
  { body: schema, bodyType }: Pick<ApiOperation<ObjectSchema, Body>, "body" | "bodyType">,
): Promise<z.infer<Body>> {
  const known = Object.keys(schema.shape);
  const body = bodyType === undefined ? await readJson(request, known) : await readParts(request);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalidInput([{ path: "", message: "Der Inhalt muss ein JSON-Objekt sein." }]);
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidInput(inputIssues(parsed.error, schema));
}

function readQuery<Query extends ObjectSchema>(url: string, schema: Query): z.infer<Query> {
  const parsed = parseSearchParams(new URL(url).searchParams, schema);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.issues);
}

/**
 * Binds an operation to the function that answers it. What the function returns is sent as JSON with the operation's
 * status; a Response is sent as it is.
 */
export function handle<Query extends ObjectSchema, Body extends ObjectSchema>(
  operation: ApiOperation<Query, Body>,
  answer: (request: ApiRequest<Query, Body>) => Promise<unknown>,
): ApiHandler {
  return {
    method: operation.method,
    async handle({ request, params, context }) {
      const query = readQuery(request.url, operation.query);
      const body = await readBody(request, operation);
      const result = await answer({
        request,
        context,
        query,
        body,
        param(name) {
          const value = params[name];
          if (value === undefined) throw notFound("Diese Adresse gibt es nicht.");
          return value;
        },
      });
      if (result instanceof Response) return result;
      return Response.json(result, { status: operation.status });
    },
  };
}

/** Loader and action of a route that answers these operations, and 405 with `Allow` for every other method. */
export function apiRoute(...handlers: readonly ApiHandler[]) {
  const byMethod = new Map<string, ApiHandler>(
    handlers.map((handler) => [handler.method, handler]),
  );
  const allow = [...byMethod.keys(), ...(byMethod.has("GET") ? ["HEAD"] : [])].join(", ");
  const dispatch = async (args: RouteArgs): Promise<Response> => {
    const { method } = args.request;
    const handler = byMethod.get(method === "HEAD" ? "GET" : method);
    if (handler === undefined) {
      throw new Refusal(405, `Hier geht nur ${allow}.`, { headers: { allow } });
    }
    const response = await handler.handle(args);
    if (method !== "HEAD" && !args.request.signal.aborted) return response;
    // Nobody will read the body, and what stands behind it (a file) must be given back.
    await response.body?.cancel();
    return new Response(null, response);
  };
  return { loader: dispatch, action: dispatch };
}
